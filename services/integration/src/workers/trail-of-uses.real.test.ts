import { describe, expect, it } from 'vitest';
import { patiently } from '../attempts/attempts.fixture.ts';
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
    await running.sql(
      `update sent_changes set sent_at = now() - interval '5 minutes', overdue_at = now() - interval '1 minute' where id = $1`,
      unanswered,
    );
    const entries: string[] = [];
    await expect
      .poll(async () => {
        entries.push(
          ...(await tenant.trail()).map(
            ({ action, metadata }) => `${action} ${(metadata as { status?: number | null }).status}`,
          ),
        );
        return entries.toSorted();
      }, patiently)
      .toEqual([
        'integration.deleted undefined',
        'integration.request_sent 201',
        'integration.request_sent null',
        'integration.used undefined',
      ]);
    // Notes keep their ids, so that those of a restored database make no second entry.
    const ids = (await running.sql('select id from outbox where key = $1', organizationId)).map(
      (row) => row['id'],
    );
    expect(ids).toEqual(expect.arrayContaining([answered, unanswered]));
  });
});
