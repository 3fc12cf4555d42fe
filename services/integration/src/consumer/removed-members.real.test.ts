import { toBinary } from '@bufbuild/protobuf';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { toEvent } from '@patchbay/events/envelope';
import { anonymousContext } from '@patchbay/testing/callers';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { asClient, createTenant, tokenOf } from '../tenant.fixture.ts';
import { sharedIntegration } from '../test-bed.fixture.ts';

const service = await sharedIntegration();

/** The message that organization publishes when somebody leaves or is removed. */
const removed = (organizationId: string, userId: string) => {
  const target = { type: 'member', id: userId, name: 'Ada' } as const;
  const event = toEvent({ action: 'member.removed', about: { organizationId }, target }, anonymousContext());
  return { key: organizationId, value: toBinary(EventSchema, event), headers: {} };
};

describe('the connect links of a person who left the organization', () => {
  it('their pages name nobody to ask and still open; those of others and of other organizations are unchanged', async () => {
    const tenant = createTenant(service);
    const colleague = tenant.renamed({});
    const links = [await tenant.create(), await tenant.create(), await colleague.create()].map(tokenOf);
    const askedBy = () =>
      Promise.all(
        links.map(async (token) => {
          const page = await service.connect.getConnectPage({ token }, asClient());
          return [page.requestedBy?.email, page.organizationDomain];
        }),
      );
    const [{ email: theirs, userId }, { email: others }] = [tenant.person, colleague.person];
    await service.publish(removed(v7(), userId), removed(tenant.organizationId, v7()));
    const before = [theirs, theirs, others].map((email) => [email, 'acme.example']);
    expect(await askedBy()).toEqual(before);
    await service.publish(removed(tenant.organizationId, userId));
    const after = [undefined, undefined, others].map((email) => [email, 'acme.example']);
    expect(await askedBy()).toEqual(after);
  });

  it('an event without the id of the person is a dead letter, and the next one is handled', async () => {
    const tenant = createTenant(service);
    const token = tokenOf(await tenant.create());
    const { organizationId, person } = tenant;
    await service.publish(removed(organizationId, 'no-id'), removed(organizationId, person.userId));
    const page = await service.connect.getConnectPage({ token }, asClient());
    expect(page.requestedBy).toBeUndefined();
  });
});
