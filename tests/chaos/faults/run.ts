import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningStack } from '@patchbay/local/stack/stack';
import { waitFor } from '@patchbay/testing/wait';
import type { Random } from '../random.ts';
import type { StepContext } from '../steps/step.ts';
import { type Fault, type Faults, nameOf, planFaults } from './plan.ts';
import { probe } from './probe.ts';
import { type Pauses, send } from './signals.ts';

/** What happened from the beginning of a fault until a new change was in the trail. */
export interface Struck {
  readonly name: string;
  readonly faults: Faults;
  readonly statuses: ReadonlyMap<number | 'lost', number>;
  /**
   * From the signal, or from the end of a pause, until a new change was in the trail. Undefined: it was not there after two
   * minutes.
   */
  readonly trailAgainMs: number | undefined;
}

export interface FaultRun {
  readonly stack: Pick<RunningStack, 'processes' | 'ready'>;
  readonly context: StepContext;
  readonly random: Random;
  readonly pauses: Pauses;
  /** Called with each fault when it is over. */
  readonly report: (struck: Struck) => void;
}

/** Generous: on a busy machine Kafka takes half a minute to recover its logs. */
const readyMs = 180_000;

/** Resolves when the signal was sent, with the moment from which the platform can recover: the end of a pause. */
async function strike(
  { stack, pauses, context }: FaultRun,
  { process, kind, pauseMs }: Fault,
): Promise<{ over: Promise<number> }> {
  const pid = await waitFor(() => stack.processes().find(({ name }) => name === process)?.pid, {
    what: `${process} to run`,
    timeoutMs: 60_000,
  });
  if (kind !== 'pause') {
    send(pid, kind === 'kill' ? 'SIGKILL' : 'SIGTERM');
    return { over: Promise.resolve(Date.now()) };
  }
  const resume = await pauses.pause(pid);
  const wait = async (): Promise<number> => {
    // An interrupted run ends the pause at once.
    await sleep(pauseMs, undefined, { signal: context.client.end }).catch(() => undefined);
    resume();
    return Date.now();
  };
  return { over: wait() };
}

/** Strikes one fault after the other, each when all is well again, until the signal. */
export async function runFaults(run: FaultRun, stop: AbortSignal): Promise<Struck[]> {
  const { stack, context, random, report } = run;
  const plan = planFaults(random);
  const all: Struck[] = [];
  let statuses: Map<number | 'lost', number> | undefined;
  context.client.sender.onStatus((status) => statuses?.set(status, (statuses.get(status) ?? 0) + 1));
  while (!stop.aborted) {
    await sleep(random.between(500, 2_500), undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) break;
    const faults = plan.next().value;
    statuses = new Map();
    const strikes = await Promise.all(faults.map((fault) => strike(run, fault)));
    const shownAt = await probe(context);
    const overAt = Math.max(...(await Promise.all(strikes.map(({ over }) => over))));
    const struck: Struck = {
      name: nameOf(faults),
      faults,
      statuses,
      trailAgainMs: shownAt === undefined ? undefined : Math.max(0, shownAt - overAt),
    };
    statuses = undefined;
    all.push(struck);
    report(struck);
    await stack.ready(readyMs);
  }
  return all;
}
