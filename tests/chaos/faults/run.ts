import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningStack } from '@patchbay/local/stack/stack';
import { waitFor } from '@patchbay/testing/wait';
import type { Random } from '../random.ts';
import type { StepContext } from '../steps/step.ts';
import type { Phases } from './phases.ts';
import { type Fault, nameOf, planFaults, processNames } from './plan.ts';
import { probe } from './probe.ts';
import { type Pauses, send } from './signals.ts';
import type { Struck } from './struck.ts';

export interface FaultRun {
  readonly stack: Pick<RunningStack, 'processes' | 'ready'>;
  readonly context: StepContext;
  readonly random: Random;
  readonly pauses: Pauses;
  readonly phases: Phases;
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

/**
 * Strikes one fault after the other, each when every process is ready again, until the signal; at least until each process had
 * its turn.
 */
export async function runFaults(run: FaultRun, stop: AbortSignal): Promise<Struck[]> {
  const { stack, context, random, phases, report } = run;
  const { end } = context.client;
  const plan = planFaults(random);
  const all: Struck[] = [];
  const isOver = (): boolean => end.aborted || (stop.aborted && all.length >= processNames.length);
  for (;;) {
    await sleep(random.between(500, 2_500), undefined, { signal: end }).catch(() => undefined);
    if (isOver()) return all;
    const faults = plan.next().value;
    const statuses = phases.begin();
    const strikes = await Promise.all(faults.map((fault) => strike(run, fault)));
    const shownAt = await probe(context);
    const overAt = Math.max(...(await Promise.all(strikes.map(({ over }) => over))));
    await stack.ready(readyMs);
    phases.end();
    const trailAgainMs = shownAt === undefined ? undefined : Math.max(0, shownAt - overAt);
    const struck: Struck = { name: nameOf(faults), faults, statuses, trailAgainMs };
    all.push(struck);
    report(struck);
  }
}
