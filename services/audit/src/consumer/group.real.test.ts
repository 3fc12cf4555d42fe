import { randomUUID } from 'node:crypto';
import { createClient } from '@connectrpc/connect';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { createPool } from '@patchbay/database/pool';
import { createTransact, type Transact, type Transaction } from '@patchbay/database/transaction';
import { createKafkaTransport } from '@patchbay/events/kafka';
import { type EventContext, topicOf } from '@patchbay/events/topics';
import type { OutgoingMessage } from '@patchbay/events/transport';
import { createLog } from '@patchbay/testing/log';
import { patience } from '@patchbay/testing/postgres';
import { testServers } from '@patchbay/testing/servers';
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createTrail,
  eventKeys,
  logger,
  message,
  organizationMessage,
  organizationService,
  type TestTrail,
} from '../test-bed.fixture.ts';
import { createAuditConsumer } from './consumer.ts';
import { intactChain } from './intact-chain.fixture.ts';

const waiting = { timeout: 120_000, interval: 50 };

interface Hold {
  /** Called around each transaction of a member. */
  readonly before?: () => Promise<void>;
  readonly after?: () => Promise<void>;
}

describe('several members of the group of audit', () => {
  let trail: TestTrail;
  let group: string;
  const ending: (() => unknown)[] = [];
  const { publisher } = createKafkaTransport({
    brokers: testServers().kafkaBrokers,
    clientId: 'test',
    logger,
  });

  const organizations = Array.from({ length: 4 }, () => v7());
  const people = Array.from({ length: 6 }, () => v7());
  /** Each person is in three of the four. */
  const organizationsOf = (userId: string) =>
    organizations.filter((_, index) => index !== people.indexOf(userId) % organizations.length);
  /** By organization: the ids of the events that its trail must have. */
  const expected = new Map(organizations.map((id) => [id, new Set<string | undefined>()]));

  beforeAll(async () => {
    trail = await createTrail();
  });
  beforeEach(() => {
    group = `audit-${randomUUID()}`;
  });
  afterEach(async () => {
    for (const end of ending.splice(0).toReversed()) await end();
  });
  afterAll(async () => {
    await publisher.stop?.();
    await trail?.stop();
  });

  /** Starts a consumer with connections of its own; resolves when it has joined. */
  const join = async (clientId: string, { before, after }: Hold = {}) => {
    const { logger: log, lines } = createLog();
    const db = createPool({ url: trail.url, applicationName: 'member', ...patience, logger: log });
    const inner = createTransact(db);
    const transact: Transact<Transaction> = async (transaction, work) => {
      await before?.();
      const result = await inner(transaction, work);
      await after?.();
      return result;
    };
    const { source } = createKafkaTransport({
      brokers: testServers().kafkaBrokers,
      clientId,
      uniqueClientId: true,
      logger: log,
    });
    const consumer = createAuditConsumer({
      source: eventKeys.verified({ subscribe: (given) => source.subscribe({ ...given, group }) }),
      db,
      transact,
      organization: createClient(OrganizationService, organizationService({ of: organizationsOf })),
      onUnrecorded: () => {},
    });
    await consumer.start?.();
    let stopped = false;
    const stop = async () => {
      if (stopped) return;
      stopped = true;
      await consumer.stop?.();
      await db.component.stop();
    };
    ending.push(stop);
    await vi.waitFor(() => expect(consumer.trouble?.()).toBeUndefined(), waiting);
    return { stop, failures: () => lines.filter(({ msg }) => String(msg).startsWith('a handler failed')) };
  };

  const publish = async (service: EventContext, messages: readonly OutgoingMessage[]) => {
    const signed = eventKeys.signed(publisher, service);
    // Retried as the outbox publisher does: a broker may not be the leader of the new topic's partitions yet.
    await vi.waitFor(() => signed.publish(topicOf(service), messages), waiting);
  };

  /** Publishes an event about each organization and each person, `times` times. */
  const publishRound = async (times: number) => {
    const aboutOrganizations = Array.from({ length: times }).flatMap(() =>
      organizations.map((id) => organizationMessage(id)),
    );
    const aboutPeople = Array.from({ length: times }).flatMap(() =>
      people.map((userId) =>
        message({
          about: { userId },
          action: 'user.signed_in',
          target: { type: 'user', id: userId, name: 'Ada' },
        }),
      ),
    );
    for (const { key, headers } of [...aboutOrganizations, ...aboutPeople])
      for (const id of people.includes(key) ? organizationsOf(key) : [key])
        expected.get(id)?.add(headers['event-id']);
    await publish('organization', aboutOrganizations);
    await publish('identity', aboutPeople);
  };

  /** Waits until every trail has its events, and asserts that it has each of them once, and no other. */
  const expectAll = async () => {
    await vi.waitFor(async () => {
      for (const [id, events] of expected) expect(await trail.entriesOf(id)).toHaveLength(events.size);
    }, waiting);
    for (const [id, events] of expected)
      expect(new Set((await intactChain(trail, id)).map(({ eventId }) => eventId))).toEqual(events);
    expect((await trail.db.pool.query('select reason from dead_letters')).rows).toEqual([]);
  };

  it('each event is recorded once per trail while members of the group join and leave', async () => {
    const members = await Promise.all([join('one'), join('two')]);
    await publishRound(10);
    const third = join('three');
    await publishRound(10);
    members.push(await third);
    const leaving = members[0]?.stop();
    await publishRound(10);
    await leaving;
    await publishRound(5);
    await expectAll();
    expect(members.flatMap((member) => member.failures())).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'a member that the group drops %s its transaction neither loses nor repeats an event',
    async (moment) => {
      const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const hold = () => {
        held.resolve();
        return release.promise;
      };
      await join('same', { [moment]: hold });
      await publishRound(5);
      await held.promise;
      // The group removes the first one, as it does when a session ends, and gives its partitions to this one.
      const second = await join('same');
      await expectAll();
      release.resolve();
      await publishRound(5);
      await expectAll();
      expect(second.failures()).toEqual([]);
    },
  );
});
