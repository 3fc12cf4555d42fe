import '@patchbay/telemetry/fresh-modules';
import type { CallOptions } from '@connectrpc/connect';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { recordStatements } from '@patchbay/testing/statements';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { keyActions } from '../../api-keys.fixture.ts';
import { createTenant, newcomer, type Tenant } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';
import { invitationActions } from './invitations.fixture.ts';

const organization = await sharedOrganization();

describe('resolveRecipient', () => {
  const statements = recordStatements();
  const { mint, asKey } = keyActions(() => organization);
  const { invite, cancel, expire } = invitationActions(() => organization);

  const ofNew = (
    path: { organizationSlug: string; workspaceSlug?: string },
    by: CallOptions,
    { email = 'Ada@Acme.example', role = Role.MEMBER }: { email?: string; role?: Role } = {},
  ) =>
    organization.invitations.resolveRecipient(
      { ...path, invitation: { case: 'created', value: { email, role } } },
      by,
    );
  const ofResent = ({ slug }: Tenant, id: string, by: CallOptions) =>
    organization.invitations.resolveRecipient(
      { organizationSlug: slug, invitation: { case: 'resent', value: id } },
      by,
    );

  it('the answer has the address and the id of the organization, also for a workspace, and takes reads alone', async () => {
    const tenant = await createTenant(organization);
    const workspace = await tenant.workspace();
    const { id } = await invite(tenant, 'grace@elsewhere.example');
    await tenant.trail();
    const by = asPerson(tenant.admin);
    const ran = await statements.during(async () => {
      const expected = { organizationId: tenant.id, email: 'ada@acme.example' };
      expect(await ofNew({ organizationSlug: tenant.slug }, by)).toMatchObject(expected);
      expect(await ofNew(workspace, by)).toMatchObject(expected);
      const resent = { organizationId: tenant.id, email: 'grace@elsewhere.example' };
      expect(await ofResent(tenant, id, by)).toMatchObject(resent);
    });
    expect(ran).toEqual([
      'access by path and user',
      'access by path and user',
      'access by path and user',
      'invitation into a destination by id',
    ]);
    expect(await tenant.trail()).toEqual([]);
  });

  it('an address with a pending invitation gets an answer, because a creation may be repeated under its Idempotency-Key', async () => {
    const tenant = await createTenant(organization);
    const { email } = await invite(tenant);
    const answer = ofNew({ organizationSlug: tenant.slug }, asPerson(tenant.admin), { email });
    await expect(answer).resolves.toMatchObject({ email });
  });

  it('a caller who may not invite is refused', async () => {
    const tenant = await createTenant(organization);
    const { id } = await invite(tenant);
    const path = { organizationSlug: tenant.slug };
    for (const role of ['member', 'viewer', 'guest'] as const) {
      const by = asPerson(await tenant.person(role));
      await expect(ofNew(path, by)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(ofResent(tenant, id, by)).rejects.toMatchObject({ code: 'forbidden' });
    }
    const stranger = asPerson(await newcomer(organization));
    await expect(ofNew(path, stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(ofResent(tenant, id, stranger)).rejects.toMatchObject({ code: 'not_found' });
    const weak = await asKey(await mint(tenant, { level: 'organization', role: 'member' }));
    await expect(ofNew(path, weak)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('a request that would send no mail is refused', async () => {
    const [tenant, other] = [await createTenant(organization), await createTenant(organization)];
    const by = asPerson(tenant.admin);
    const [pending, canceled, foreign] = [await invite(tenant), await invite(tenant), await invite(other)];
    await cancel(tenant, canceled);
    await expect(ofResent(tenant, canceled.id, by)).rejects.toMatchObject({ code: 'conflict' });
    for (const id of [foreign.id, v7(), 'nothing']) {
      await expect(ofResent(tenant, id, by)).rejects.toMatchObject({ code: 'not_found' });
    }
    await expire(pending);
    await expect(ofResent(tenant, pending.id, by)).resolves.toMatchObject({ email: pending.email });
    const asAdmin = { role: Role.ADMIN };
    const key = await asKey(await mint(tenant, { level: 'user' }));
    await expect(ofNew({ organizationSlug: tenant.slug }, key, asAdmin)).rejects.toMatchObject({
      code: 'forbidden',
    });
    const malformed = ofNew({ organizationSlug: tenant.slug }, by, { email: 'a\u200b@b.example' });
    await expect(malformed).rejects.toMatchObject({ code: 'invalid', problems: [{ path: 'email' }] });
  });
});
