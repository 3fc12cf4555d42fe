import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb } from '@patchbay/testing/process-memory';
import { aims } from './aims.ts';
import { startBaseline } from './baseline.ts';
import type { BenchContext, BenchResults } from './context.ts';
import { cpuOf, cpuWithChildrenOf } from './cpu.ts';
import { startEmbedded } from './embedded.ts';
import { patchbayKinds } from './kinds.ts';
import { signEveryoneIn } from './session.ts';
import { measureTables } from './tables.ts';

/** Measures the platform in one process, as `make start` runs it: from its sources, on the embedded Postgres. */
export async function benchEmbedded({
  settings,
  directory,
  smtp,
  load,
}: BenchContext): Promise<BenchResults> {
  const dataDirectory = join(directory, 'data');
  process.stderr.write('make start, for the first time\n');
  const first = await startEmbedded(dataDirectory, smtp.url);
  await first.stop();
  process.stderr.write('make start, on the data it has\n');
  const platform = await startEmbedded(dataDirectory, smtp.url);
  const postmaster = Number(
    (await readFile(join(dataDirectory, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0],
  );
  await sleep(settings.settleMs);
  const started = await residentMb(platform.pid);

  const signedIn = await signEveryoneIn(platform.address, smtp);
  const express = await startBaseline(signedIn.me, directory);
  const kinds = patchbayKinds(platform.address, signedIn, {
    processes: { platform: () => cpuOf(platform.pid) },
    servers: { postgres: () => cpuWithChildrenOf(postmaster) },
  });
  await measureTables(
    'One process, as `make start` runs it; (in brackets): not in the sum',
    [express, ...kinds],
    load,
    {
      ...settings,
      rounds: 3,
    },
  );
  await sleep(settings.settleMs);
  const loaded = await residentMb(platform.pid);
  await Promise.all([express.stop(), platform.stop()]);
  return {
    startUps: [
      { what: 'make start, first start', ms: first.healthyMs, aimed: true },
      { what: 'make start, existing data', ms: platform.healthyMs, aimed: true },
    ],
    memories: [{ what: 'platform in one process', started, loaded, aim: aims.embeddedMb }],
  };
}
