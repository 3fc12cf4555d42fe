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
import { readConfig } from './config.ts';
import { hostAddress } from './host-address.ts';
import { prepareImages } from './images.ts';
import { createNamespace, deleteNamespace, kubernetesIn } from './kubernetes.ts';
import { nameServersIn } from './name-servers.ts';
import { startReceiver } from './receiver.ts';
import { releasesOf } from './releases.ts';
import type { Run } from './run.ts';
import { startServers } from './servers.ts';
import { installEach } from './steps/installs.ts';
import { stepsOf } from './steps/steps.ts';
import { tellStory } from './story/tell-story.ts';
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
  const steps = stepsOf(config);
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
  const image = `${images.repositoryOf('gateway')}:${images.tag}`;
  const tunnel = await openTunnel(kubernetes, image);
  undo.push(() => tunnel.stop());
  const { manifests, alone, platform } = installationOf(servers, await nameServersIn(config.namespace));
  await kubernetes.apply(...manifests);
  for (const service of serviceNames)
    await writeFile(join(folder, `${service}.json`), JSON.stringify(alone(service)));
  await writeFile(join(folder, 'platform.json'), JSON.stringify(platform));
  const valuesOf = (chart: string): string => join(folder, `${chart}.json`);
  const releases = releasesOf(kubernetes, images, (chart) => join(charts, chart), valuesOf);
  const receiver = await startReceiver(kubernetes, tunnel, image);
  const context: Run = { kubernetes, releases, images, servers, tunnel, receiver, log };

  section('every service alone, from its own chart');
  await installEach(context);
  section('the story, through the Services of gateway and Portal');
  const told = await tellStory(context, 'alone');
  for (const step of steps) {
    section(step.title);
    await step.run(context, told);
  }
  if (config.keep) {
    log(`kept: namespace ${config.namespace}; Ctrl-C removes it`);
    await once(process, 'SIGINT');
  }
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
