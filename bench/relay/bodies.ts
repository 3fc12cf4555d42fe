import { fork } from 'node:child_process';
import { once } from 'node:events';
import { providers } from '@patchbay/integration/providers';
import { createRules } from '@patchbay/integration/rules';
import type { Api, Use } from '@patchbay/integration/use';
import { aims } from '../aims.ts';
import { judge, progress, report } from '../report.ts';
import type { Settings } from '../settings.ts';
import type { Asked, Measured } from './judge-alone.ts';
import { type Body, bodiesOfApi, commonBodies } from './worst-bodies.ts';

/** Those of a provider that are measured in processes of their own after each was judged once. */
const candidates = 6;

interface Case {
  readonly api: Api;
  readonly path: string;
  readonly body: Body;
  readonly run: () => void;
}

export function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** A path of a report, whose body decides more, and any other. */
const pathsOf = ({ reports = [], only = [] }: Api): readonly string[] => {
  const [pattern] = [...reports, ...only].map((each) =>
    each
      .replace(/^[A-Z]+ /, '')
      .replaceAll('/**', '')
      .replaceAll('*', '1'),
  );
  return [...new Set([pattern ?? '/x', '/act_1/x'])];
};

/** The bytes of the common bodies, which every api judges. */
const common = new Map<Body, Buffer>();

function bytesOf(body: Body): Buffer {
  const known = common.get(body);
  if (known !== undefined) return known;
  const bytes = Buffer.from(body.text());
  if (commonBodies.includes(body)) common.set(body, bytes);
  return bytes;
}

/** Judges a body as the relay does for a grant of one account, which may refuse it. */
function judging(use: Use, api: Api, path: string, body: Body): () => void {
  const rules = createRules(use, api, new Set(['authorization']));
  let bytes: Buffer | undefined;
  return () => {
    const request = {
      method: 'POST',
      target: { url: `https://api.example${path}`, path, parameters: [] },
      headers: { 'content-type': body.type ?? 'application/json' },
      body: (bytes ??= bytesOf(body)),
    };
    try {
      rules(request).notGranted(['1']);
    } catch {}
  };
}

/** Every body that an api could be sent, on each path. */
export function* casesOf({ use }: { readonly use: Use }): Generator<Case> {
  for (const api of use.apis)
    for (const path of pathsOf(api).slice(0, 1))
      for (const body of commonBodies) yield { api, path, body, run: judging(use, api, path, body) };
  for (const api of use.apis)
    for (const body of bodiesOfApi(api))
      for (const path of pathsOf(api)) yield { api, path, body, run: judging(use, api, path, body) };
}

export function parseAlone({ text, type }: Body): () => void {
  const read = text();
  return () => {
    if (type === undefined) JSON.parse(read);
    else void new URLSearchParams(read).size;
  };
}

async function measureAlone(provider: string, { api, path, body }: Case, rounds: number): Promise<Measured> {
  const child = fork(new URL('judge-alone.ts', import.meta.url), { stdio: 'inherit' });
  child.send({ provider, api: api.name, path, body: body.name, rounds } satisfies Asked);
  const [measured] = (await once(child, 'message')) as [Measured];
  child.disconnect();
  return measured;
}

/** CPU and memory of judging the worst bodies, for every api of every provider. */
export async function benchBodies({ rounds }: Settings): Promise<void> {
  progress('bodies');
  const rows: string[][] = [];
  for (const { provider, use } of providers) {
    let slowest: { readonly ms: number; readonly found: Case }[] = [];
    for (const found of casesOf({ use })) {
      // It makes the body.
      found.run();
      slowest.push({ ms: cpuMsOf(found.run), found });
      slowest = slowest.toSorted((one, other) => other.ms - one.ms).slice(0, candidates);
    }
    const measured: (Measured & { readonly found: Case })[] = [];
    for (const { found } of slowest)
      measured.push({ found, ...(await measureAlone(provider, found, 5 * rounds)) });
    const [worst] = measured.toSorted((one, other) => other.ms - one.ms);
    if (worst === undefined) continue;
    const { ms, parseMs, found } = worst;
    progress(`  ${provider}: ${ms.toFixed(1)} ms for ${found.body.name}`);
    rows.push([
      provider,
      found.api.name,
      found.body.name,
      (Buffer.byteLength(found.body.text()) / 1_048_576).toFixed(1),
      ms.toFixed(1),
      judge(`judging a body for ${provider}`, ms, aims.relay.bodyMs, ' ms'),
      parseMs.toFixed(1),
      Math.max(...measured.map(({ mb }) => mb)).toFixed(0),
    ]);
  }
  report(
    `The most expensive body of each provider: CPU ms, median of ${5 * rounds}. Beside it what JSON.parse takes for the same text, or URLSearchParams for a form, and the most memory that one of the ${candidates} slowest bodies took.`,
    ['provider', 'api', 'body', 'MiB', 'CPU', 'aim', 'parse alone', 'memory MB'],
    rows,
  );
}
