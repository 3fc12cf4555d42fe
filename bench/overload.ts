import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { residentMb } from '@patchbay/testing/process-memory';
import type { StackBench } from './bench-stack.ts';
import { startChild } from './child.ts';
import type { Load, LoadResult } from './overload-messages.ts';
import { type Loaded, reportOverload } from './report-overload.ts';

const path = '/v1/organizations';
/** Of the closed loop that finds the capacity. */
const closedConnections = 64;
/** Of loads at a fixed rate: enough that requests are sent although earlier ones wait. */
const openConnections = 512;
/** Of the capacity. */
const factors = [1, 4];

async function startSender(): Promise<(load: Load) => Promise<LoadResult>> {
  const child = await startChild({
    name: 'load at a fixed rate',
    command: process.execPath,
    parameters: [fileURLToPath(new URL('./overload-process.ts', import.meta.url))],
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { NODE_ENV: 'production' },
    ipc: true,
  });
  const exited = once(child.process, 'exit').then(() => {
    throw new Error('the process that sends the load ended');
  });
  // When no load is being sent, the exit is not an error.
  exited.catch(() => {});
  return async (load) => {
    const signal = AbortSignal.timeout((load.seconds + 60) * 1_000);
    const reply = once(child.process, 'message', { signal }) as Promise<[LoadResult]>;
    child.process.send(load);
    const [result] = await Promise.race([reply, exited]);
    return result;
  };
}

/** Finds how many requests per second the platform answers, then sends at that rate and at four times of it. */
export async function benchOverload({ stack, signedIn, settings }: StackBench): Promise<void> {
  process.stderr.write('overload\n');
  const send = await startSender();
  const { overloadSeconds, settleMs } = settings;
  const common = { origin: stack.address, path, headers: signedIn.headers };
  const closedLoop = { ...common, connections: closedConnections, perSecond: undefined };
  const memory = (): Promise<number[]> => Promise.all(stack.services.map(({ pid }) => residentMb(pid)));
  const run = async (name: string, load: Load): Promise<Loaded> => {
    const before = await memory();
    const result = await send(load);
    const loaded = { name, load, result, before, after: await memory() };
    process.stderr.write(
      `  ${name}: ${((result.answers[200] ?? 0) / load.seconds).toFixed(0)} 2xx per second\n`,
    );
    // Until what is left of this load has been worked off.
    await sleep(settleMs);
    return loaded;
  };

  await run('warm-up', { ...closedLoop, seconds: overloadSeconds / 2 });
  const capacity = await run('capacity', { ...closedLoop, seconds: overloadSeconds / 2 });
  const perSecond = (capacity.result.answers[200] ?? 0) / capacity.load.seconds;
  if (perSecond === 0) throw new Error(`no answer was a 200: ${JSON.stringify(capacity.result)}`);
  const loads = [capacity];
  for (const factor of factors)
    loads.push(
      await run(`${factor}x`, {
        ...common,
        connections: openConnections,
        perSecond: perSecond * factor,
        seconds: overloadSeconds,
      }),
    );
  reportOverload(
    stack.services.map(({ name }) => name),
    loads,
  );
}
