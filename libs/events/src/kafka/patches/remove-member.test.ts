import { type Cluster, Kafka, logLevel } from 'kafkajs';
import { expect, it } from 'vitest';
import { type GroupCoordinator, removeMembers } from './remove-member.ts';

it('the admin client of kafkajs cannot remove a member: else the patch is no longer needed', () => {
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
