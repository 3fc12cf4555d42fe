import { EventEmitter, once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Exit } from './server.ts';
import { type KeepOptions, type Kept, keepRunning, type Restartable } from './supervisor.ts';

const killed: Exit = { code: null, signal: 'SIGKILL' };
const failed: Exit = { code: 1, signal: null };

let last: Kept | undefined;
afterEach(() => last?.stop());

/** Lines of logs, starts and questions whether a process answers, in all tests. */
const events = new EventEmitter();
const happened = (): boolean => events.emit('event');

/** Resolves when the condition holds: it is asked now, and after each event. */
async function until(condition: () => boolean | undefined): Promise<void> {
  while (condition() !== true) await once(events, 'event');
}

/** A process without an operating system: `start` gives it the next pid, unless `faults` has an error for it. */
function fakeProcess() {
  const state = {
    pid: undefined as number | undefined,
    starts: 0,
    ready: true,
    faults: [] as Error[],
    /** Resolves a `start` that is under way. */
    startTakes: Promise.resolve(),
  };
  const process: Restartable = {
    get pid() {
      return state.pid;
    },
    async start() {
      state.starts += 1;
      const fault = state.faults.shift();
      if (fault !== undefined) throw fault;
      await state.startTakes;
      state.pid = 100 + state.starts;
      happened();
    },
    answers: async () => state.pid !== undefined && state.ready,
    lastLines: async () => 'the last lines of x.log:\n  out of luck',
    async stop() {
      state.pid = undefined;
    },
  };
  return { state, process };
}

function keep(options: Partial<KeepOptions<string>> = {}, faults: Error[] = []) {
  const { state, process } = fakeProcess();
  state.faults = faults;
  const lines: string[] = [];
  const created = keepRunning({
    name: 'x',
    process,
    log(line) {
      lines.push(line);
      happened();
    },
    delayMs: () => 0,
    ...options,
  });
  last = created;
  const end = (exit: Exit): void => {
    state.pid = undefined;
    created.ended(exit);
  };
  return { state, lines, end, kept: created };
}

describe('keepRunning', () => {
  it('a process that ends is started again, and the log says how it ended', async () => {
    const { state, lines, end, kept } = keep();
    await until(() => lines.length === 1);
    expect(lines[0]).toMatch(/^x: ready, process 101, after \d+\.\d s$/);
    end(killed);
    await until(() => lines.length === 3);
    expect(lines[1]).toBe('x ended with SIGKILL; starting it again');
    expect(lines[2]).toMatch(/^x ended with SIGKILL; started again, process 102, ready after \d+\.\d s$/);
    expect(kept).toMatchObject({ pid: 102, restarts: 1 });
    expect(state.starts).toBe(2);
    expect(await kept.trouble()).toBeUndefined();
  });

  it('a process that runs already is started only after it ends', async () => {
    const { state, end } = keep({ running: true });
    await turn();
    expect(state.starts).toBe(0);
    end(killed);
    await until(() => state.starts === 1);
  });

  it('a process that cannot start is tried again with growing delays, and the log gives the reason', async () => {
    const starts: number[] = [];
    const delayMs = (count: number): number => {
      starts.push(count);
      return count;
    };
    const fault = new Error('the port is taken');
    const { lines, kept } = keep({ delayMs }, [fault, fault]);
    await until(() => kept.pid === 103);
    expect(starts).toEqual([0, 1]);
    expect(lines[0]).toBe('x did not start; starting it again; the port is taken');
  });

  it('the delay grows while a process ends soon after its start, and is reset once it ran for a while', async () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const starts: number[] = [];
    const { lines, end } = keep({
      settledMs: 100,
      delayMs: (count) => {
        starts.push(count);
        return 0;
      },
    });
    const endAfter = async (count: number, ms: number): Promise<void> => {
      const ready = new RegExp(`process ${100 + count}, (ready )?after`);
      await until(() => ready.test(lines.at(-1) ?? ''));
      now += ms;
      end(failed);
    };
    await endAfter(1, 99);
    await endAfter(2, 99);
    await endAfter(3, 100);
    await until(() => starts.length === 3);
    expect(starts).toEqual([0, 1, 0]);
  });

  it('startNow starts the process without waiting for the delay', async () => {
    const { state, lines, end, kept } = keep({ delayMs: () => 60_000 });
    await until(() => state.pid === 101);
    end(failed);
    await until(() => lines.at(-1)?.includes('starting it again in 60.0 s'));
    expect(await kept.trouble()).toBe('x ended with code 1, the last lines of x.log:\n  out of luck');
    kept.startNow();
    await until(() => state.pid === 102);
  });

  it('a process that runs but is not ready is reported and left running', async () => {
    const { state, kept } = keep();
    state.ready = false;
    await until(() => state.pid === 101);
    expect(await kept.trouble()).toMatch(
      /^x runs \(process 101\) but is not ready, the last lines of x\.log/,
    );
    expect(state.starts).toBe(1);
  });

  it('a process that ends during its readiness check is not reported as ready', async () => {
    const { process, state } = fakeProcess();
    const lines: string[] = [];
    const answer = Promise.withResolvers<boolean>();
    const answers = vi.fn<() => Promise<boolean>>(() => {
      happened();
      return answer.promise;
    });
    const kept = keepRunning({
      name: 'x',
      process: {
        ...process,
        answers,
        get pid() {
          return state.pid;
        },
      },
      log(line) {
        lines.push(line);
        happened();
      },
      delayMs: () => 60_000,
    });
    last = kept;
    await until(() => answers.mock.calls.length === 1);
    state.pid = undefined;
    kept.ended(failed);
    answer.resolve(true);
    await until(() => lines.length === 1);
    await turn();
    expect(lines).toEqual([expect.stringContaining('x ended with code 1; starting it again in 60.0 s')]);
    expect(await kept.trouble()).toContain('x ended with code 1');
  });

  it('a stopped process is not started again, neither during a delay nor during a start', async () => {
    const waiting = keep({ delayMs: () => 60_000 });
    await until(() => waiting.state.pid === 101);
    waiting.end(killed);
    await until(() => waiting.lines.at(-1)?.includes('in 60.0 s'));
    await waiting.kept.stop();
    expect(waiting.state).toMatchObject({ pid: undefined, starts: 1 });

    const { process, state } = fakeProcess();
    const under = Promise.withResolvers<void>();
    state.startTakes = under.promise;
    const starting = keepRunning({ name: 'x', process, log: () => {} });
    const stopped = starting.stop();
    under.resolve();
    await stopped;
    expect(state).toMatchObject({ pid: undefined, starts: 1 });
  });
});
