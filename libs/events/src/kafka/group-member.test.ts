import { once } from 'node:events';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { type Cluster, Kafka, logLevel } from 'kafkajs';
import { expect, it } from 'vitest';
import { type GroupCoordinator, removeMembers, withHeartbeats } from './group-member.ts';

it('heartbeats are sent at about the interval of kafkajs, which skips calls that are too early', async () => {
  const clock = createManualClock();
  const sent = [0];
  /** As kafkajs does: it measures the interval from the answer to the last request. */
  const heartbeat = async () => {
    const now = clock.uptime();
    if (now >= (sent.at(-1) ?? 0) + 1_000) sent.push(now + 2);
  };
  const work = Promise.withResolvers<void>();
  const running = withHeartbeats(heartbeat, () => work.promise, clock);
  await clock.advance(10_000);
  work.resolve();
  await running;
  const gaps = sent.slice(1).map((time, index) => time - (sent[index] ?? 0));
  expect(gaps.length).toBeGreaterThanOrEqual(7);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1_300);
});

it('a failed heartbeat aborts the work and rejects with its error', async () => {
  const clock = createManualClock();
  const lost = new Error('the group rebalances');
  const running = withHeartbeats(
    () => Promise.reject(lost),
    (signal) => once(signal, 'abort'),
    clock,
  );
  const error = running.catch((thrown: unknown) => thrown);
  await clock.advance(250);
  expect(await error).toBe(lost);
});

it('the admin client of kafkajs cannot remove a member: else `removeMembers` is no longer needed', () => {
  const admin = new Kafka({ brokers: ['127.0.0.1:1'], logLevel: logLevel.NOTHING }).admin();
  expect(Object.keys(admin).filter((name) => /member|leave/i.test(name))).toEqual([]);
});

it('members with the client id are removed from the group, and no others', async () => {
  const left: unknown[] = [];
  const coordinator: GroupCoordinator = {
    describeGroups: async ({ groupIds }) => ({
      groups: groupIds.map(() => ({
        members: [
          { memberId: 'm1', clientId: 'audit-a-9104' },
          { memberId: 'm2', clientId: 'audit-b-9104' },
          { memberId: 'm3', clientId: 'audit-a-9104' },
        ],
      })),
    }),
    leaveGroup: async (request) => void left.push(request),
  };
  const cluster = { findGroupCoordinator: async () => coordinator } as unknown as Cluster;
  expect(await removeMembers(cluster, { group: 'audit', clientId: 'audit-a-9104' })).toBe(2);
  expect(left).toEqual([
    { groupId: 'audit', memberId: 'm1' },
    { groupId: 'audit', memberId: 'm3' },
  ]);
  expect(await removeMembers(cluster, { group: 'audit', clientId: 'audit-c-9104' })).toBe(0);
});

it('a member whose session has expired meanwhile is skipped, and the others are removed', async () => {
  const left: string[] = [];
  let type = 'UNKNOWN_MEMBER_ID';
  const coordinator: GroupCoordinator = {
    describeGroups: async () => ({
      groups: [{ members: ['m1', 'm2'].map((memberId) => ({ memberId, clientId: 'audit-a-9104' })) }],
    }),
    async leaveGroup({ memberId }) {
      if (memberId === 'm1') throw Object.assign(new Error(type), { type });
      left.push(memberId);
    },
  };
  const cluster = { findGroupCoordinator: async () => coordinator } as unknown as Cluster;
  const options = { group: 'audit', clientId: 'audit-a-9104' };
  expect(await removeMembers(cluster, options)).toBe(1);
  expect(left).toEqual(['m2']);
  type = 'NOT_COORDINATOR_FOR_GROUP';
  await expect(removeMembers(cluster, options)).rejects.toThrow(type);
});
