import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { byName } from '@patchbay/platform/by-name';
import { publishingServices } from '@patchbay/platform/services';
import { provisionServers } from '@patchbay/servers/provision';
import { residentMb } from '@patchbay/testing/process-memory';
import { createServiceKeys } from '@patchbay/tokens/service-keys';
import { aims } from './aims.ts';
import { benchAudit } from './audit.ts';
import { startBaseline } from './baseline.ts';
import { reportCalls } from './calls.ts';
import { addCleanup } from './cleanup.ts';
import type { BenchContext, BenchResults } from './context.ts';
import { cpuOf, cpuWithChildrenOf } from './cpu.ts';
import { connectSql } from './database.ts';
import { benchIntegrations } from './integrations.ts';
import { organizationKinds, patchbayKinds } from './kinds.ts';
import { benchMembers } from './members.ts';
import { benchNeighbours } from './neighbours.ts';
import { reportCpu } from './report.ts';
import { measure } from './rounds.ts';
import { createKeys, signEveryoneIn } from './session.ts';
import { signInKind } from './sign-ins.ts';
import { startSimulator } from './simulator.ts';
import { startStack } from './stack.ts';

/** CPU meters of the servers that were started here; one that the environment names has no pid. */
const metersOf = (servers: Readonly<Record<string, { readonly pid: number | undefined }>>) =>
  Object.fromEntries(
    Object.entries(servers).flatMap(([name, { pid }]) =>
      pid === undefined ? [] : [[name, () => cpuWithChildrenOf(pid)]],
    ),
  );

/** Measures five service processes on real servers, as in production. */
export async function benchStack({ settings, directory, smtp, load }: BenchContext): Promise<BenchResults> {
  process.stderr.write('five processes on Postgres, Redis and Kafka\n');
  const provisioned = await provisionServers({
    want: ['postgres', 'redis', 'kafka'],
    // Always a Postgres of the bench's own: the bench inserts rows into it.
    environment: { ...process.env, DATABASE_URL: undefined },
    directory: join(directory, 'servers'),
    log: (line) => void process.stderr.write(`  ${line}\n`),
  });
  addCleanup(() => provisioned.stop());
  const { postgres, redis, kafka } = provisioned;
  const simulated = await startSimulator(directory);
  const { profile } = settings;
  const eventKeys = byName(publishingServices, createServiceKeys);
  const stack = await startStack(provisioned, smtp.url, { profile, eventKeys, ...simulated });
  const { services } = stack;
  const sql = await connectSql(postgres.url);
  if (settings.neighboursOnly) {
    await benchNeighbours(sql, stack.address, smtp);
    await stack.stop();
    return { startUps: [], memories: [] };
  }
  const meters = {
    processes: Object.fromEntries(services.map(({ name, pid }) => [name, () => cpuOf(pid)])),
    servers: metersOf({ postgres, redis, kafka }),
  };
  const integrations = { sql, stack, postgres, simulated, meters, load, settings, directory };
  if (settings.integrationsOnly) {
    await benchIntegrations({ ...integrations, signedIn: await signEveryoneIn(stack.address, smtp) });
    await stack.stop();
    return { startUps: [], memories: [] };
  }
  if (settings.auditOnly) {
    const { headers } = await signEveryoneIn(stack.address, smtp);
    await benchAudit({ sql, stack, servers: provisioned, eventKeys, headers, load, settings });
    await stack.stop();
    return { startUps: [], memories: [] };
  }
  await sleep(settings.settleMs);
  const memoryOfAll = () => Promise.all(services.map(({ pid }) => residentMb(pid)));
  const started = await memoryOfAll();

  const signedIn = await signEveryoneIn(stack.address, smtp);
  const express = await startBaseline(signedIn.me, directory);
  const keys = await createKeys(stack.address, signedIn);
  const [me, ...others] = patchbayKinds(stack.address, signedIn, meters);
  const kinds = [
    me,
    ...others,
    ...organizationKinds(stack.address, signedIn, keys, meters),
    signInKind(stack.address, sql, meters),
  ];
  const measured = await measure([express, ...kinds], load, settings);
  reportCpu(
    'Five processes as production runs them: built JavaScript, NODE_ENV=production; (in brackets): not in the sum',
    measured,
  );
  await sleep(settings.settleMs);
  const loaded = await memoryOfAll();
  await reportCalls(me, sql, stack, load, settings);
  await benchMembers(sql, stack.address, signedIn, meters, load, settings);
  await benchIntegrations({ ...integrations, signedIn });
  await benchNeighbours(sql, stack.address, smtp);
  await Promise.all([express.stop(), stack.stop()]);
  return {
    startUps: services.map(({ name, readyMs }) => ({ what: `${name}, to ready`, ms: readyMs, aimed: false })),
    memories: services.map(({ name }, index) => ({
      what: name,
      started: started[index] ?? Number.NaN,
      loaded: loaded[index] ?? Number.NaN,
      aim: aims.serviceMb,
    })),
  };
}
