/**
 * `make test-cluster`: installs, tests, upgrades and disturbs the charts on the cluster that KUBECONFIG names, in a namespace of
 * its own. Exits with 1 where anything is wrong; removes what it made in any case.
 */

import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { serviceNames } from '@patchbay/platform/services';
import {
  deleteEach,
  installEach,
  introduceTls,
  introduceTlsAtOnce,
  type Run,
  refuseWrongValues,
  stopAtFailingMigration,
  testEach,
  upgradeEach,
} from './checks.ts';
import { readConfig } from './config.ts';
import { hostAddress } from './host-address.ts';
import { prepareImages } from './images.ts';
import { createNamespace, deleteNamespace, kubernetesIn } from './kubernetes.ts';
import { releasesOf } from './releases.ts';
import { startServers } from './servers.ts';
import { tellStory } from './story.ts';
import { openTunnel } from './tunnel.ts';
import { installationOf } from './values.ts';

const config = readConfig();
const begun = performance.now();
const log = (line: string): void => void process.stdout.write(`${line}\n`);
const section = (title: string): void =>
  log(`[${((performance.now() - begun) / 1_000).toFixed(0)} s] ${title}`);

const charts = fileURLToPath(new URL('../../charts', import.meta.url));

/** What was made, newest last: undone in reverse order, whatever happens in between. */
const undo: (() => Promise<unknown>)[] = [];

async function run(): Promise<void> {
  section('images');
  const images = await prepareImages(config, log);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-charts-'));
  undo.push(() => rm(folder, { recursive: true }));

  const host = config.host ?? (await hostAddress());
  section(`servers outside of the cluster, which pods reach at ${host}`);
  const servers = await startServers(host, (line) => log(`  ${line}`));
  undo.push(() => servers.stop());

  section(`namespace ${config.namespace}`);
  await createNamespace(config.namespace);
  undo.push(() => deleteNamespace(config.namespace));
  const kubernetes = kubernetesIn(config.namespace);
  const { manifests, alone, platform } = installationOf(servers);
  await kubernetes.apply(...manifests);
  for (const service of serviceNames)
    await writeFile(join(folder, `${service}.json`), JSON.stringify(alone(service)));
  await writeFile(join(folder, 'platform.json'), JSON.stringify(platform));
  const valuesOf = (chart: string): string => join(folder, `${chart}.json`);
  const releases = releasesOf(kubernetes, images, (chart) => join(charts, chart), valuesOf);
  const tunnel = await openTunnel(kubernetes, `${images.repositoryOf('gateway')}:${images.tag}`);
  undo.push(() => tunnel.stop());
  const context: Run = { kubernetes, releases, images, tunnel, log };

  section('every service alone, from its own chart');
  await installEach(context);
  section('the story, through the Service of the gateway');
  const told = await tellStory(tunnel.addressOf('gateway'), servers.smtp, 'alone');
  log(`  from sign-up to ${told.entries} entries of an intact trail`);
  section('helm test');
  await testEach(context, serviceNames);
  section('wrong values');
  await refuseWrongValues(context);
  section('a migration that fails, under traffic');
  await stopAtFailingMigration(context, told);
  section('each service upgraded alone and rolled back, under traffic');
  await upgradeEach(context, told);
  section('a pod of each service deleted, under traffic');
  await deleteEach(context, told);
  section('TLS between services introduced, under traffic');
  await introduceTls(context, told);

  section('the platform by one chart');
  for (const service of serviceNames.toReversed()) await releases.uninstall(service);
  await releases.deployPlatform();
  const again = await tellStory(tunnel.addressOf('gateway'), servers.smtp, 'together');
  log(`  from sign-up to ${again.entries} entries of an intact trail`);
  await testEach(context, ['patchbay']);
  section('TLS between services introduced and taken back by this chart, under traffic');
  await introduceTlsAtOnce(context, again);
  if (config.keep) {
    log(`kept: namespace ${config.namespace}; Ctrl-C removes it`);
    await once(process, 'SIGINT');
  }
  await releases.uninstallPlatform();
}

let failed = false;
let interrupted = false;
const stop = new Promise<never>((_resolve, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      interrupted = true;
      if (!config.keep) reject(new Error('interrupted'));
    });
});
try {
  await Promise.race([run(), stop]);
} catch (error) {
  failed = true;
  process.stderr.write(`${interrupted ? 'interrupted' : inspect(error)}\n`);
}
section('removing what was made');
for (const step of undo.toReversed())
  await step().catch((error: unknown) => {
    failed = true;
    process.stderr.write(`${inspect(error)}\n`);
  });
section(failed ? 'failed' : 'passed');
process.exit(failed ? 1 : 0);
