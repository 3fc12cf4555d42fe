import { serverNames } from '@patchbay/local/up/ports';
import type { RunningStack } from '@patchbay/local/up/stack';
import { isServiceName, type ServiceName, serviceNames } from '@patchbay/platform/services';
import type { ServerName } from '@patchbay/servers/provision';
import { waitFor } from '@patchbay/testing/wait';
import type { Random } from '../../random.ts';
import { type Attempt, isUncertain } from './ledger.ts';
import type { Signals } from './signals.ts';
import type { Calm } from './verify/evidence.ts';

export type ProcessName = ServerName | ServiceName;

export const processNames: readonly ProcessName[] = [...serverNames, ...serviceNames];

/** SIGKILL; SIGSTOP and SIGCONT some seconds later; SIGTERM. */
export type FaultKind = 'kill' | 'pause' | 'terminate';

export interface Fault {
  readonly process: ProcessName;
  readonly kind: FaultKind;
  /** How long a pause lasts; 0 for the other kinds. */
  readonly pauseMs: number;
}

/** Faults that begin together: mostly one, now and then two. */
export type Faults = readonly Fault[];

/** Servers are not terminated: the order to stop is for services, at a rollout. */
const kindsOf = (process: ProcessName): FaultKind[] =>
  isServiceName(process) ? ['kill', 'pause', 'terminate'] : ['kill', 'pause'];

const newFault = (random: Random, process: ProcessName, kind: FaultKind): Fault => ({
  process,
  kind,
  pauseMs: kind === 'pause' ? random.between(1_000, 8_000) : 0,
});

/**
 * An endless plan in rounds: in a round each process has its turn, in random order, and with each round another kind of
 * fault. One fault of six comes together with one of another process.
 */
export function* planFaults(random: Random): Generator<Faults, never> {
  const offsets = new Map(processNames.map((name) => [name, random.between(0, 2)]));
  for (let round = 0; ; round += 1) {
    for (const process of random.shuffle(processNames)) {
      const kinds = kindsOf(process);
      const kind = kinds[((offsets.get(process) ?? 0) + round) % kinds.length] ?? 'kill';
      const faults = [newFault(random, process, kind)];
      if (random.chance(1 / 6)) {
        const other = random.pick(processNames.filter((name) => name !== process));
        faults.push(newFault(random, other, random.pick(kindsOf(other))));
      }
      yield faults;
    }
  }
}

export const nameOf = (faults: Faults): string =>
  faults.length > 1 ? 'two at once' : faults.map(({ process, kind }) => `${process} ${kind}`).join();

export type Statuses = ReadonlyMap<number | 'lost', number>;

/** What happened from the beginning of a fault until all was well again. */
export interface Struck {
  readonly name: string;
  readonly faults: Faults;
  /** Of the requests that overlapped it. */
  readonly statuses: Statuses;
  /**
   * From the signal, or from the end of a pause, until a new change was in the trail. Undefined: it was not there after two
   * minutes.
   */
  readonly trailAgainMs: number | undefined;
}

/** Counts each request with the fault that it overlapped, or as one that was sent and answered while all was well. */
export interface Phases {
  /** A fault begins; the counts go on until a request that overlapped it has ended. */
  begin(): Statuses;
  /** Resolves when the next fault begins. */
  next(): Promise<void>;
  /** Every process is ready again. */
  end(): void;
  /** To be called with each request when it has ended. */
  count(attempt: Attempt): void;
  readonly calm: Calm;
}

export function createPhases(now: () => number = Date.now): Phases {
  let last: Map<number | 'lost', number> | undefined;
  /** Undefined during a fault. */
  let calmSince: number | undefined = 0;
  let sent = 0;
  let waiting = Promise.withResolvers<void>();
  const failed: Attempt[] = [];
  return {
    begin() {
      calmSince = undefined;
      last = new Map();
      waiting.resolve();
      waiting = Promise.withResolvers<void>();
      return last;
    },
    next: () => waiting.promise,
    end() {
      calmSince = now();
    },
    count(attempt) {
      const { status, sentAt } = attempt;
      if (last !== undefined && (calmSince === undefined || sentAt <= calmSince)) {
        last.set(status, (last.get(status) ?? 0) + 1);
        return;
      }
      sent += 1;
      if (isUncertain(attempt)) failed.push(attempt);
    },
    calm: {
      get sent() {
        return sent;
      },
      failed,
    },
  };
}

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
