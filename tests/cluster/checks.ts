import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { waitFor } from '@patchbay/testing/wait';
import { checkEntries } from './entries.ts';
import { brokenService, type Images } from './images.ts';
import { isReady, type Kubernetes } from './kubernetes.ts';
import type { Releases } from './releases.ts';
import type { Told } from './story.ts';
import { startTraffic, type TrafficResult } from './traffic.ts';
import type { Tunnel } from './tunnel.ts';
import { callingServices, rpcTlsSecretOf } from './values.ts';

export interface Run {
  readonly kubernetes: Kubernetes;
  readonly releases: Releases;
  readonly images: Images;
  readonly tunnel: Tunnel;
  readonly log: (line: string) => void;
}

/** Milliseconds of traffic before and after what is done under it. */
const calmMs = 2_000;

const seconds = (begun: number): string => `${((performance.now() - begun) / 1_000).toFixed(1)} s`;

/** Milliseconds from the start of the process to the moment at which it could answer, as its own log says. */
async function startMs(kubernetes: Kubernetes, pod: string): Promise<number> {
  const lines = (await kubernetes.kubectl('logs', pod))
    .split('\n')
    .filter((line) => line.includes('"msg":"ready"'));
  return (JSON.parse(lines[0] ?? '{}') as { startMs: number }).startMs;
}

/** Installs every service alone, from its own chart, in the order in which they call each other. */
export async function installEach({ kubernetes, releases, log }: Run): Promise<void> {
  for (const service of serviceNames) {
    const begun = performance.now();
    await releases.deploy(service);
    const pods = await kubernetes.podsOf(service);
    const times = await Promise.all(pods.map(({ metadata }) => startMs(kubernetes, metadata.name)));
    log(
      `  ${service}: installed in ${seconds(begun)}; ${pods.length} pods, ready ${times.join(' and ')} ms after their start`,
    );
  }
}

export async function testEach({ releases, log }: Run, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const begun = performance.now();
    await releases.test(name);
    log(`  ${name}: passed in ${seconds(begun)}`);
  }
}

/** Runs `work` under traffic, and throws unless every request got its answer and every change is in the trail once. */
async function underTraffic(
  run: Run,
  told: Told,
  prefix: string,
  work: () => Promise<void>,
): Promise<TrafficResult> {
  const { tunnel } = run;
  const traffic = startTraffic({
    gateway: tunnel.addressOf('gateway'),
    portal: tunnel.addressOf('portal'),
    told,
    prefix,
  });
  let result: TrafficResult;
  try {
    await sleep(calmMs);
    await work();
    await sleep(calmMs);
  } finally {
    result = await traffic.end();
  }
  if (result.failures.length > 0)
    throw new Error(
      `${result.failures.length} of ${result.requests} requests failed:\n${result.failures.slice(0, 20).join('\n')}`,
    );
  await checkEntries(told.api, told.organizationSlug, result.acknowledged);
  return result;
}

const tell = ({ requests, slowestMs, acknowledged }: TrafficResult): string =>
  `${requests} requests, none failed, the slowest took ${slowestMs.toFixed(0)} ms; ${acknowledged.length} changes, each in the trail once`;

/** Each service to the next version and back, alone, under traffic. */
export async function upgradeEach(run: Run, told: Told): Promise<void> {
  const { releases, images, log } = run;
  for (const service of serviceNames) {
    let [up, back] = ['', ''];
    const result = await underTraffic(run, told, `Upgrade ${service}`, async () => {
      const begun = performance.now();
      await releases.deploy(service, images.nextTag);
      up = seconds(begun);
      const turned = performance.now();
      await releases.rollBack(service);
      back = seconds(turned);
    });
    log(`  ${service}: up in ${up}, back in ${back}; ${tell(result)}`);
  }
}

/** The steps of docs/operations.md from plain calls to TLS between services, and back. */
const toTls = ['sent', 'accepted', 'refused'];
const back = ['accepted', 'sent', 'only'];

const tlsSettings = (service: ServiceName, plainCalls: string, prefix = ''): string =>
  plainCalls === 'only'
    ? `--set=${prefix}rpcTls=false`
    : `--set=${prefix}rpcTls.existingSecret=${rpcTlsSecretOf(service)},${prefix}rpcTls.plainCalls=${plainCalls}`;

/** Under traffic, service by service. */
export async function introduceTls(run: Run, told: Told): Promise<void> {
  for (const plainCalls of toTls) {
    const begun = performance.now();
    const result = await underTraffic(run, told, `Plain calls ${plainCalls}`, async () => {
      for (const service of callingServices)
        await run.releases.deploy(service, run.images.tag, tlsSettings(service, plainCalls));
    });
    run.log(`  plain calls ${plainCalls}: all services in ${seconds(begun)}; ${tell(result)}`);
  }
}

/** Under traffic, all services at once, and back. */
export async function introduceTlsAtOnce(run: Run, told: Told): Promise<void> {
  for (const [step, plainCalls] of [...toTls, ...back].entries()) {
    const begun = performance.now();
    const settings = callingServices.map((service) => tlsSettings(service, plainCalls, `${service}.`));
    const result = await underTraffic(run, told, `TLS step ${step}`, () =>
      run.releases.deployPlatform(...settings),
    );
    run.log(`  plain calls ${plainCalls}: the platform in ${seconds(begun)}; ${tell(result)}`);
  }
}

/** Deletes a pod of each service, as a node that is drained does, under traffic. */
export async function deleteEach(run: Run, told: Told): Promise<void> {
  const { kubernetes, log } = run;
  const replace = async (service: ServiceName): Promise<void> => {
    const before = await kubernetes.podsOf(service);
    await kubernetes.kubectl('delete', 'pod', before[0]?.metadata.name ?? '', '--wait=true');
    await waitFor(
      async () => {
        const pods = await kubernetes.podsOf(service);
        return pods.length === before.length && pods.every(isReady);
      },
      { what: `another pod of ${service}`, timeoutMs: 120_000, intervalMs: 500 },
    );
  };
  for (const service of serviceNames) {
    const result = await underTraffic(run, told, `Delete ${service}`, () => replace(service));
    log(`  ${service}: ${tell(result)}`);
  }
}

/** A value that does not exist, and one of the wrong kind, are refused by the schema before anything is changed. */
export async function refuseWrongValues({ releases, images, log }: Run): Promise<void> {
  for (const wrong of ['nonsense=1', 'replicas=many', 'config.NO_SUCH_VARIABLE=1']) {
    const { code, text } = await releases.tryDeploy('gateway', images.tag, '--set', wrong);
    if (code === 0) throw new Error(`${wrong} was accepted`);
    if (!/values don't meet the specifications of the schema/.test(text))
      throw new Error(`${wrong} failed otherwise:\n${text}`);
    log(`  --set ${wrong}: refused`);
  }
}

/** A version whose migration fails is not rolled out, and the one before goes on serving. */
export async function stopAtFailingMigration(run: Run, told: Told): Promise<void> {
  const { kubernetes, releases, images, log } = run;
  const names = async () =>
    (await kubernetes.podsOf(brokenService)).map(({ metadata }) => metadata.name).toSorted();
  const before = await names();
  const result = await underTraffic(run, told, 'Broken', async () => {
    const { code, text } = await releases.tryDeploy(brokenService, images.brokenTag);
    if (code === 0) throw new Error('a version with a failing migration was rolled out');
    if (!/pre-upgrade hooks failed/.test(text)) throw new Error(`it failed otherwise:\n${text}`);
  });
  const after = await names();
  if (before.join() !== after.join())
    throw new Error(`its pods were replaced: ${before.join()} by ${after.join()}`);
  log(`  the upgrade stopped, the pods are the same; ${tell(result)}`);
  // Helm keeps the failed revision; the next upgrade goes on from the last one that was deployed.
  await releases.deploy(brokenService);
}
