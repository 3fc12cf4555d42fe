import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { byName } from '@patchbay/platform/by-name';
import { publishingServices } from '@patchbay/platform/services';
import { provisionServers, type Servers } from '@patchbay/servers/provision';
import { residentMb } from '@patchbay/testing/process-memory';
import { createServiceKeys } from '@patchbay/tokens/service-keys';
import { aims } from './aims.ts';
import { benchAudit } from './audit.ts';
import { benchRecording } from './audit-recording.ts';
import { benchCpu } from './bench-cpu.ts';
import { reportCalls } from './calls.ts';
import { addCleanup } from './cleanup.ts';
import type { BenchContext, BenchResults } from './context.ts';
import { cpuOf, cpuWithChildrenOf } from './cpu.ts';
import { connectSql, type Sql } from './database.ts';
import { benchIntegrations } from './integrations.ts';
import { patchbayKinds } from './kinds.ts';
import { benchMembers } from './members.ts';
import { benchNeighbours } from './neighbours.ts';
import { benchOverload } from './overload.ts';
import { benchRelay } from './relay.ts';
import type { Kind } from './rounds.ts';
import { type SignedIn, signEveryoneIn } from './session.ts';
import { wants } from './settings.ts';
import { type Simulated, startSimulator } from './simulator.ts';
import { type Stack, startStack } from './stack.ts';

/** Five running services and what measures them. */
export interface StackBench extends BenchContext {
  readonly sql: Sql;
  readonly stack: Stack;
  readonly servers: Servers;
  readonly simulated: Simulated;
  readonly meters: Pick<Kind, 'processes' | 'servers'>;
  readonly signedIn: SignedIn;
}

/** CPU meters of the servers that were started here; one that the environment names has no pid. */
const metersOf = (servers: Readonly<Record<string, { readonly pid: number | undefined }>>) =>
  Object.fromEntries(
    Object.entries(servers).flatMap(([name, { pid }]) =>
      pid === undefined ? [] : [[name, () => cpuWithChildrenOf(pid)]],
    ),
  );

async function measureParts(bench: StackBench, eventKeys: Parameters<typeof benchAudit>[0]['eventKeys']) {
  const { settings, sql, stack, servers, smtp, signedIn, meters, load } = bench;
  const { address } = stack;
  if (wants(settings, 'calls')) {
    const [me] = patchbayKinds(address, signedIn, meters);
    await reportCalls(me, sql, stack, load, settings);
  }
  if (wants(settings, 'members')) await benchMembers(sql, address, signedIn, meters, load, settings);
  if (wants(settings, 'integrations')) await benchIntegrations({ ...bench, postgres: servers.postgres });
  if (wants(settings, 'neighbours')) await benchNeighbours(sql, address, smtp);
  if (wants(settings, 'overload')) await benchOverload(bench);
  const ofAudit = { ...bench, eventKeys, headers: signedIn.headers };
  if (wants(settings, 'audit')) await benchAudit(ofAudit);
  if (wants(settings, 'recording')) {
    await benchRecording(ofAudit);
    await benchRelay(ofAudit);
  }
}

/** Measures five service processes on real servers, as in production. */
export async function benchStack(context: BenchContext): Promise<BenchResults> {
  const { settings, directory, smtp } = context;
  process.stderr.write('five processes on Postgres, Redis and Kafka\n');
  const servers = await provisionServers({
    want: ['postgres', 'redis', 'kafka'],
    // Always a Postgres of the bench's own: the bench inserts rows into it.
    environment: { ...process.env, DATABASE_URL: undefined },
    directory: join(directory, 'servers'),
    log: (line) => void process.stderr.write(`  ${line}\n`),
  });
  addCleanup(() => servers.stop());
  const simulated = await startSimulator(directory);
  const { profile } = settings;
  const eventKeys = byName(publishingServices, createServiceKeys);
  const stack = await startStack(servers, smtp.url, { profile, eventKeys, ...simulated });
  const { services } = stack;
  const sql = await connectSql(servers.postgres.url);
  const { postgres, redis, kafka } = servers;
  const meters = {
    processes: Object.fromEntries(services.map(({ name, pid }) => [name, () => cpuOf(pid)])),
    servers: metersOf({ postgres, redis, kafka }),
  };
  const memoryOfAll = async () => {
    await sleep(settings.settleMs);
    return Promise.all(services.map(({ pid }) => residentMb(pid)));
  };
  const ofProcesses = wants(settings, 'cpu');
  const started = ofProcesses ? await memoryOfAll() : [];
  const signedIn = await signEveryoneIn(stack.address, smtp);
  const bench = { ...context, sql, stack, servers, simulated, meters, signedIn };
  if (wants(settings, 'cpu')) await benchCpu(bench);
  await measureParts(bench, eventKeys);
  // After all parts, so that the heaviest load, the overload, is among them.
  const loaded = ofProcesses ? await memoryOfAll() : [];
  await stack.stop();
  if (!ofProcesses) return { startUps: [], memories: [] };
  return {
    startUps: services.map(({ name, readyMs }) => ({ what: `${name}, to ready`, ms: readyMs, aimed: false })),
    memories: started.map((mb, index) => ({
      what: services[index]?.name ?? '',
      started: mb,
      loaded: loaded[index] ?? Number.NaN,
      aim: aims.serviceMb,
    })),
  };
}
