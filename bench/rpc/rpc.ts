import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '@connectrpc/connect';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { createTestTransport, type Kind } from '@patchbay/rpc/pairings';
import { atEnd } from '../processes.ts';
import { median, progress, report } from '../report.ts';
import type { Settings } from '../settings.ts';

const warmUpCalls = 10_000;
const callsPerSecond = 4_000;

interface Pair {
  /** CPU milliseconds of client and server for so many calls. */
  readonly call: (calls: number, connections: number) => Promise<number>;
}

/** A client in this process, and a server in another one. */
async function startPair(kind: Kind): Promise<Pair> {
  const child = fork(new URL('serve.ts', import.meta.url), [kind], { stdio: 'inherit' });
  atEnd(async () => child.kill());
  const [baseUrl] = (await once(child, 'message')) as [string];
  const transport = createTestTransport(kind, baseUrl);
  atEnd(() => transport.close());
  const client = createClient(OrganizationService, transport);
  const serverCpu = async (): Promise<number> => {
    child.send('cpu');
    return ((await once(child, 'message')) as [number])[0];
  };
  return {
    async call(calls, connections) {
      const serverBefore = await serverCpu();
      const before = process.cpuUsage();
      let left = calls;
      const run = async (): Promise<void> => {
        while (left > 0) {
          left -= 1;
          await client.getOrganization({ slug: 'acme' }, { timeoutMs: 30_000 });
        }
      };
      await Promise.all(Array.from({ length: connections }, run));
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000 + (await serverCpu()) - serverBefore;
    },
  };
}

/** CPU of a call by our unary path beside Connect's own, by turns. */
export async function benchRpc({ rounds, seconds }: Settings): Promise<void> {
  progress('rpc');
  const pairs = { our: await startPair('our'), stock: await startPair('stock') };
  for (const pair of Object.values(pairs)) await pair.call(warmUpCalls, 8);
  const calls = seconds * callsPerSecond;
  const rows: string[][] = [];
  for (const connections of [2, 32]) {
    const found: Record<Kind, number[]> = { our: [], stock: [] };
    for (let round = 0; round < rounds; round += 1)
      for (const kind of ['our', 'stock'] as const)
        found[kind].push((await pairs[kind].call(calls, connections)) / calls);
    const [our, stock] = [median(found.our), median(found.stock)];
    rows.push([String(connections), our.toFixed(3), stock.toFixed(3), (stock / our).toFixed(1)]);
  }
  report(
    `A call between two processes: CPU ms of both, medians of ${rounds} rounds`,
    ['at once', 'ours', "Connect's own", 'ratio'],
    rows,
  );
}
