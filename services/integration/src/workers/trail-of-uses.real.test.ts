import { describe, expect, it } from 'vitest';
import { integrationEvent } from '../domain/integration.ts';
import { answerChange, noteChange } from '../store/sent-changes.ts';
import { addFirstUses } from '../store/uses.ts';
import { workerBed } from './workers.fixture.ts';

const running = workerBed();

describe('what the relay has noted', () => {
  it('uses and changes are in the trail once, also where the integration is deleted before', async () => {
    const { bed } = running;
    const { db } = bed.service;
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    await tenant.trail();
    const { organizationId, workspaceId, person } = tenant;
    const workspace = {
      id: workspaceId,
      organizationId,
      slug: 'spring',
      name: 'Spring',
      organizationName: 'Acme',
    };
    const integration = { id, name: 'Criteo', provider: 'criteo', workspace };
    const caller = { type: 'user', sessionId: id, ...person } as const;
    const call = { caller, requestId: 'r', ipAddress: null, userAgent: null };
    const event = integrationEvent('integration.request_sent', integration, [], { path: '/a' });
    const answered = await noteChange(db, event, call);
    const unanswered = await noteChange(db, event, call);
    await bed.service.integrations.deleteIntegration({ integrationId: id }, tenant.as('admin'));
    const use = {
      integrationId: id,
      callerId: id,
      day: '2026-01-01',
      event: integrationEvent('integration.used', integration),
      call,
    };
    await addFirstUses(db, [use]);
    await addFirstUses(db, [use]);
    await answerChange(db, answered, 201);
    const told = async () => {
      await bed.service.runDue('trail of uses');
      return (await tenant.trail()).map(
        ({ action, metadata }) => `${action} ${(metadata as { status?: number | null }).status}`,
      );
    };
    expect((await told()).toSorted()).toEqual([
      'integration.deleted undefined',
      'integration.request_sent 201',
      'integration.used undefined',
    ]);
    // A change without an answer is overdue after four minutes, and recorded half a minute later.
    await bed.service.clock.advance(240_001);
    expect(await told()).toEqual([]);
    await bed.service.clock.advance(30_000);
    expect(await told()).toEqual([]);
    await bed.service.clock.advance(1);
    expect(await told()).toEqual(['integration.request_sent null']);
    // Notes keep their ids, so that those of a restored database make no second entry.
    const ids = (await running.sql('select id from outbox where key = $1', organizationId)).map(
      (row) => row['id'],
    );
    expect(ids).toEqual(expect.arrayContaining([answered, unanswered]));
  });
});
