import type { Cluster } from 'kafkajs';
import { expect, it } from 'vitest';
import { type GroupCoordinator, removePredecessor } from './predecessor.ts';

it('makes members with the same client id leave, and no others', async () => {
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
  expect(await removePredecessor(cluster, { group: 'audit', clientId: 'audit-a-9104' })).toBe(2);
  expect(left).toEqual([
    { groupId: 'audit', memberId: 'm1' },
    { groupId: 'audit', memberId: 'm3' },
  ]);
  expect(await removePredecessor(cluster, { group: 'audit', clientId: 'audit-c-9104' })).toBe(0);
});
