import { setTimeout as sleep } from 'node:timers/promises';
import { descendantsOf, readProcesses } from '../cost/processes.ts';
import type { Random } from '../random.ts';

export interface StallsOptions {
  /** Everything that this process has started may be stopped, but not the process itself. */
  readonly root: number;
  readonly random: Random;
  /** Ends the stalls; nothing stays stopped. */
  readonly signal: AbortSignal;
  /** Default: that of the system. Throws if the process has ended. */
  readonly kill?: (pid: number, signal: NodeJS.Signals) => unknown;
}

/** Milliseconds of a stall, and between the end of one and the beginning of the next. */
const shortest = 500;
const longest = 5_000;
const longestPause = 2_000;

/**
 * Stops one process after the other for a while, as a machine does that has no time for it. Resolves after the signal, with the number
 * of stalls.
 */
export async function stallProcesses({
  root,
  random,
  signal,
  kill = (pid, name) => process.kill(pid, name),
}: StallsOptions): Promise<number> {
  /** False: the process has ended. */
  const send = (pid: number, name: NodeJS.Signals): boolean => {
    try {
      kill(pid, name);
      return true;
    } catch {
      return false;
    }
  };
  const wait = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  let stalls = 0;
  while (!signal.aborted) {
    const candidates = descendantsOf(root, readProcesses());
    if (candidates.length > 0) {
      const { pid } = random.pick(candidates);
      if (send(pid, 'SIGSTOP')) {
        stalls += 1;
        await wait(random.between(shortest, longest));
        send(pid, 'SIGCONT');
      }
    }
    await wait(random.between(0, longestPause));
  }
  return stalls;
}
