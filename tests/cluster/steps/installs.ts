import { serviceNames } from '@patchbay/platform/services';
import type { Kubernetes } from '../kubernetes.ts';
import { type Run, seconds } from '../run.ts';

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
