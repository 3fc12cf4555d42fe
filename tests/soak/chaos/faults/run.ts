import type { RunningStack } from '@patchbay/local/stack/stack';
import { waitFor } from '@patchbay/testing/wait';
import type { Random } from '../random.ts';
import type { Phases } from './phases.ts';
import { type Fault, nameOf, planFaults, processNames } from './plan.ts';
import type { Signals } from './signals.ts';
import type { Struck } from './struck.ts';

export interface FaultRun {
  readonly stack: Pick<RunningStack, 'processes' | 'ready'>;
  /** Makes a change; resolves with the moment at which it was in the trail, or undefined. */
  readonly probe: () => Promise<number | undefined>;
  readonly random: Random;
  readonly signals: Signals;
  readonly phases: Phases;
  /** Called with each fault when it is over. */
  readonly report: (struck: Struck) => void;
  /** Resolves after so many milliseconds, or when the run is interrupted. */
  readonly wait: (ms: number) => Promise<unknown>;
  /** The run is interrupted. */
  readonly end: AbortSignal;
}

/** Generous: on a busy machine Kafka takes half a minute to recover its logs. */
const readyMs = 180_000;

/** Resolves when the signal was sent, with the moment from which the platform can recover: the end of a pause. */
async function strike(
  { stack, signals, wait }: FaultRun,
  { process, kind, pauseMs }: Fault,
): Promise<{ over: Promise<number> }> {
  const pid = await waitFor(() => stack.processes().find(({ name }) => name === process)?.pid, {
    what: `${process} to run`,
    timeoutMs: 60_000,
  });
  if (kind !== 'pause') {
    signals.send(pid, kind === 'kill' ? 'SIGKILL' : 'SIGTERM');
    return { over: Promise.resolve(Date.now()) };
  }
  const resume = await signals.pause(pid);
  const goOn = (): number => {
    resume();
    return Date.now();
  };
  return { over: wait(pauseMs).then(goOn) };
}

/**
 * Strikes one fault after the other, each when every process is ready again, until the signal; at least until each process had
 * its turn.
 */
export async function runFaults(run: FaultRun, stop: AbortSignal): Promise<Struck[]> {
  const { stack, random, phases, probe, report, wait, end } = run;
  const plan = planFaults(random);
  const all: Struck[] = [];
  const isOver = (): boolean => end.aborted || (stop.aborted && all.length >= processNames.length);
  for (;;) {
    await wait(random.between(500, 2_500));
    if (isOver()) return all;
    const faults = plan.next().value;
    const statuses = phases.begin();
    const strikes = await Promise.all(faults.map((fault) => strike(run, fault)));
    const shownAt = await probe();
    const overAt = Math.max(...(await Promise.all(strikes.map(({ over }) => over))));
    await stack.ready(readyMs);
    phases.end();
    const trailAgainMs = shownAt === undefined ? undefined : Math.max(0, shownAt - overAt);
    const struck: Struck = { name: nameOf(faults), faults, statuses, trailAgainMs };
    all.push(struck);
    report(struck);
  }
}
