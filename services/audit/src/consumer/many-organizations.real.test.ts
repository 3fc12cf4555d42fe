import { createClient } from '@connectrpc/connect';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { createTransact, type Transact, type Transaction } from '@patchbay/database/transaction';
import { createInProcessBus } from '@patchbay/events/in-process';
import { topicOf } from '@patchbay/events/topics';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { createTrail, eventKeys, logger, message, organizationService } from '../test-bed.fixture.ts';
import { createAuditConsumer } from './consumer.ts';
import { intactChain } from './intact-chain.fixture.ts';

it('events about a person in many organizations are recorded once, in several transactions', async () => {
  const trail = await createTrail();
  const { publisher, source } = createInProcessBus({ logger });
  const organizations = Array.from({ length: 300 }, () => v7());
  const inner = createTransact(trail.db);
  let transactions = 0;
  const transact: Transact<Transaction> = async (...given) => {
    transactions += 1;
    if (transactions === 3) throw new Error('away');
    return inner(...given);
  };
  const consumer = createAuditConsumer({
    source: eventKeys.verified(source),
    db: trail.db,
    transact,
    organization: createClient(OrganizationService, organizationService({ of: () => organizations })),
    onUnrecorded: () => {},
    maxEntries: 1_000,
  });
  try {
    await consumer.start?.();
    const userId = v7();
    const messages = Array.from({ length: 10 }, () =>
      message({
        about: { userId },
        action: 'user.updated',
        target: { type: 'user', id: userId, name: 'Ada' },
      }),
    );
    const publish = () => eventKeys.signed(publisher, 'identity').publish(topicOf('identity'), messages);
    await expect(publish()).rejects.toThrow('away');
    await publish();
    expect(transactions).toBe(3 + 3);
    const { rows } = await trail.db.pool.query<{ count: number }>(
      'select count(*)::int as count from entries group by xmin',
    );
    expect(rows.map(({ count }) => count)).toEqual([1_000, 1_000, 1_000]);
    for (const organizationId of [organizations[0], organizations[150], organizations[299]]) {
      const entries = await intactChain(trail, organizationId ?? '');
      expect(entries.map(({ eventId }) => eventId)).toEqual(
        messages.map(({ headers }) => headers['event-id']),
      );
    }
  } finally {
    await consumer.stop?.();
    await trail.stop();
  }
});
