import { join } from 'node:path';
import { freePort } from '@patchbay/servers/free-port';
import { type RedisServer, startRedis } from '@patchbay/servers/redis';
import { Redis } from 'ioredis';
import { expect, vi } from 'vitest';

/** After this time without an answer of a node, the others elect its replica. */
const nodeTimeoutMs = 1_000;

/** The first and the last of the slots of each node; none: a replica of the first node. */
const ranges: readonly (readonly [number, number] | undefined)[] = [
  [0, 5_460],
  [5_461, 10_922],
  [10_923, 16_383],
  undefined,
];

/** The index of the node that has the slot at the beginning. */
export const nodeOfSlot = (slot: number): number =>
  ranges.findIndex((range) => range !== undefined && slot >= range[0] && slot <= range[1]);

export interface RedisCluster {
  /** Three with slots; the fourth one is a replica of the first. */
  readonly nodes: readonly RedisServer[];
  stop(): Promise<void>;
}

async function startNode(directory: string, further: readonly string[]): Promise<RedisServer> {
  const args = [
    `--cluster-enabled yes --cluster-port ${await freePort()}`,
    `--cluster-node-timeout ${nodeTimeoutMs} --cluster-require-full-coverage no`,
  ].flatMap((text) => text.split(' '));
  return startRedis({ directory, args: [...args, ...further] });
}

async function joinNodes(nodes: readonly RedisServer[], clients: readonly Redis[]): Promise<void> {
  const [first] = clients;
  const port = (node: RedisServer) => new URL(node.url).port;
  for (const [index, range] of ranges.entries())
    if (range !== undefined) await clients[index]?.cluster('ADDSLOTSRANGE', ...range);
  const busPorts = await Promise.all(
    clients.map(async (client) => (await client.config('GET', 'cluster-port'))[1] ?? ''),
  );
  for (const [index, node] of nodes.entries())
    if (index > 0) await first?.call('cluster', 'meet', '127.0.0.1', port(node), busPorts[index] ?? '');
  const id = (await first?.call('cluster', 'myid')) as string;
  await vi.waitFor(() => clients[3]?.call('cluster', 'replicate', id), { timeout: 120_000, interval: 100 });
  await vi.waitFor(
    async () => {
      for (const client of clients) {
        const info = String(await client.call('cluster', 'info'));
        expect(info).toContain('cluster_state:ok');
        expect(info).toContain('cluster_known_nodes:4');
      }
      expect(await clients[3]?.info('replication')).toContain('master_link_status:up');
    },
    { timeout: 120_000, interval: 100 },
  );
}

/**
 * Starts a Redis Cluster on 127.0.0.1: three nodes and a replica, all with the same password, also of the user `limits`, which has
 * the rights that docs/operations.md names.
 */
export async function startRedisCluster(directory: string, password: string): Promise<RedisCluster> {
  const rights =
    '~limit:* +@read +@write +@scripting +@transaction +@connection -@dangerous +info +time +cluster';
  const secrets = ['--requirepass', password, '--masterauth', password];
  secrets.push('--user', 'limits', 'on', `>${password}`, ...rights.split(' '));
  const nodes: RedisServer[] = [];
  for (const index of ranges.keys()) nodes.push(await startNode(join(directory, String(index)), secrets));
  const clients = nodes.map(({ url }) => new Redis(url, { password }));
  try {
    await joinNodes(nodes, clients);
  } finally {
    for (const client of clients) client.disconnect();
  }
  return { nodes, stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))) };
}
