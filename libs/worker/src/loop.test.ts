import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it } from 'vitest';
import { createLoop, type LoopOptions } from './loop.ts';

const never = 3_600_000;
const tick = () => new Promise(setImmediate);

interface Line {
  readonly level: string;
  readonly msg: string;
}

/** A loop whose rounds return or throw the given answers in order, and then repeat the last one. */
function loopOf(answers: (boolean | Error)[], options: Partial<LoopOptions> = {}) {
  const stop = new AbortController();
  const clock = createManualClock();
  const lines: Line[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let count = 0;
  const loop = createLoop({
    name: 'test',
    pollMs: never,
    async round() {
      const answer = answers[Math.min(count, answers.length - 1)] ?? false;
      count += 1;
      for (const one of waiting) if (one.count <= count) one.resolve();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    logger: createLogger({
      service: 'test',
      destination: { write: (line) => void lines.push(JSON.parse(line) as Line) },
    }),
    clock,
    ...options,
  });
  return {
    loop,
    clock,
    stop,
    lines,
    rounds: () => count,
    /** Resolves when `wanted` rounds have begun. */
    reached: (wanted: number): Promise<void> =>
      new Promise((resolve) => {
        if (count >= wanted) resolve();
        else waiting.push({ count: wanted, resolve });
      }),
  };
}

describe('a loop', () => {
  it('a loop without work sleeps for a quarter of the time without work, and no longer than its longest sleep', async () => {
    const { loop, clock, stop, rounds, reached } = loopOf([false], { pollMs: 1_000, idleMs: 10_000 });
    const ended = loop.run(stop.signal);
    const pauses: number[] = [];
    for (let wanted = 1; wanted <= 16; wanted += 1) {
      await reached(wanted);
      await tick();
      let ms = 0;
      for (; rounds() === wanted && ms < 20_000; ms += 250) {
        await clock.advance(250);
        await tick();
      }
      pauses.push(ms);
    }
    expect(pauses.slice(0, 4)).toEqual([1_000, 1_000, 1_000, 1_000]);
    expect(pauses[8]).toBeGreaterThan(2_000);
    expect(pauses.at(-1)).toBe(10_000);
    stop.abort();
    await ended;
  });

  it.each(['wake', 'expectWork'] as const)(
    '%s ends a long sleep, and the next ones are short again',
    async (method) => {
      const { loop, clock, stop, rounds, reached } = loopOf([false], { pollMs: 1_000, idleMs: 10_000 });
      const ended = loop.run(stop.signal);
      for (let step = 0; step < 120; step += 1) {
        await clock.advance(1_000);
        await tick();
      }
      await clock.advance(1_000);
      const before = rounds();
      loop[method]();
      await reached(before + 1);
      await tick();
      await clock.advance(1_000);
      await tick();
      expect(rounds()).toBe(before + 2);
      stop.abort();
      await ended;
    },
  );

  it('expected work does not shorten a sleep of `pollMs`', async () => {
    const { loop, clock, stop, rounds, reached } = loopOf([false], { pollMs: 1_000, idleMs: 10_000 });
    const ended = loop.run(stop.signal);
    await reached(1);
    await tick();
    loop.expectWork();
    await tick();
    await clock.advance(999);
    await tick();
    expect(rounds()).toBe(1);
    await clock.advance(1);
    await reached(2);
    stop.abort();
    await ended;
  });

  it('a loop runs rounds while there is more work, then sleeps until it is woken', async () => {
    const { loop, stop, rounds, reached } = loopOf([true, true, false]);
    const ended = loop.run(stop.signal);
    await reached(3);
    await tick();
    expect(rounds()).toBe(3);
    loop.wake();
    await reached(4);
    stop.abort();
    await ended;
    expect(rounds()).toBe(4);
  });

  it('a wake during a round begins one further round, however often it came', async () => {
    const { loop, stop, rounds, reached } = loopOf([false]);
    const ended = loop.run(stop.signal);
    loop.wake();
    loop.wake();
    await reached(2);
    await tick();
    expect(rounds()).toBe(2);
    stop.abort();
    await ended;
  });

  it('a loop begins a round after `pollMs` without being woken', async () => {
    const { loop, stop, rounds, clock } = loopOf([false], { pollMs: 1_000 });
    const ended = loop.run(stop.signal);
    await clock.advance(999);
    expect(rounds()).toBe(1);
    await clock.advance(1_001);
    expect(rounds()).toBe(3);
    stop.abort();
    await ended;
  });

  it('the first round begins at once, or with jitter after a wait', async () => {
    const atOnce = loopOf([false]);
    const jittered = loopOf([false], { jitter: true });
    const ended = [atOnce.loop.run(atOnce.stop.signal), jittered.loop.run(jittered.stop.signal)];
    await tick();
    expect([atOnce.rounds(), jittered.rounds()]).toEqual([1, 0]);
    jittered.loop.wake();
    await jittered.reached(1);
    atOnce.stop.abort();
    jittered.stop.abort();
    await Promise.all(ended);
  });

  it('a failed round is repeated after a wait that a wake does not shorten, and a series of failures is logged once', async () => {
    let failures = 0;
    const away = new Error('away');
    const { loop, stop, lines, rounds, reached, clock } = loopOf([away, away, away, false], {
      backoff: { min: 40, max: 80, jitter: 0 },
      onFailure: () => {
        failures += 1;
      },
    });
    const ended = loop.run(stop.signal);
    await reached(1);
    loop.wake();
    await clock.advance(39);
    expect(rounds()).toBe(1);
    await clock.advance(1);
    expect(rounds()).toBe(2);
    await clock.advance(79);
    expect(rounds()).toBe(2);
    await clock.advance(1 + 80);
    // The fourth succeeds, and the wake that came before it asks for one more.
    expect(rounds()).toBe(5);
    stop.abort();
    await ended;
    expect(failures).toBe(3);
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ['warn', 'worker failed, retrying'],
      ['info', 'worker recovered'],
    ]);
  });

  it('an aborted loop aborts its round, waits for it and logs no failure', async () => {
    const begun = Promise.withResolvers<void>();
    const { loop, stop, lines } = loopOf([], {
      round: (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          begun.resolve();
        }),
    });
    const ended = loop.run(stop.signal);
    await begun.promise;
    stop.abort();
    await ended;
    expect(lines).toEqual([]);
  });
});

describe('what is due', () => {
  it('what is due is done by rounds until one finds no more, without a running loop', async () => {
    const { loop, rounds } = loopOf([true, true, false]);
    await loop.runDue();
    expect(rounds()).toBe(3);
  });

  it('a round that fails is told to whoever asked for what is due', async () => {
    const { loop, lines } = loopOf([new Error('away'), false]);
    await expect(loop.runDue()).rejects.toThrow('away');
    await loop.runDue();
    expect(lines).toEqual([]);
  });

  it('a round of the loop and one that is asked for do not overlap', async () => {
    let [running, most] = [0, 0];
    const { loop, stop } = loopOf([], {
      async round() {
        running += 1;
        most = Math.max(most, running);
        await tick();
        running -= 1;
        return false;
      },
    });
    const ended = loop.run(stop.signal);
    await Promise.all([loop.runDue(), loop.runDue()]);
    stop.abort();
    await ended;
    expect(most).toBe(1);
  });
});

describe('a loop that is closed', () => {
  it('a closed loop begins no further round and cannot be run again', async () => {
    const { loop, stop, rounds, reached } = loopOf([true, false]);
    const ended = loop.run(stop.signal);
    await reached(2);
    await tick();
    await loop.close();
    await ended;
    await loop.run(stop.signal);
    expect(rounds()).toBe(2);
  });

  it('a closed loop that finishes its work runs rounds until there is no more work', async () => {
    const { loop, stop, rounds, reached } = loopOf([false, true, true, false], { atClose: 'finish' });
    const ended = loop.run(stop.signal);
    await reached(1);
    await tick();
    await loop.close();
    await ended;
    expect(rounds()).toBe(4);
  });

  it('a closed loop whose rounds fail runs only one more', async () => {
    const { loop, stop, rounds, reached } = loopOf([new Error('away')], {
      atClose: 'finish',
      backoff: { min: never, max: never },
    });
    const ended = loop.run(stop.signal);
    await reached(1);
    await tick();
    await loop.close();
    await ended;
    expect(rounds()).toBe(2);
  });

  it('a closed loop that insists repeats rounds that fail until one finds no more work', async () => {
    const away = new Error('away');
    const { loop, clock, stop, rounds, reached } = loopOf([false, away, away, true, false], {
      atClose: 'insist',
      backoff: { min: 1_000, max: 1_000 },
    });
    const ended = loop.run(stop.signal);
    await reached(1);
    await tick();
    const closed = loop.close();
    await clock.advance(2_000);
    await Promise.all([ended, closed]);
    expect(rounds()).toBe(5);
  });

  it('a closed loop that insists waits between rounds that fail, and ends when it is aborted', async () => {
    const { loop, stop, rounds, reached } = loopOf([false, new Error('away')], {
      atClose: 'insist',
      backoff: { min: never, max: never },
      // Ends a loop that does not wait: it would never let the test go on.
      onFailure: () => {
        if (rounds() > 10) stop.abort();
      },
    });
    const ended = loop.run(stop.signal);
    await reached(1);
    await tick();
    const closed = loop.close();
    await reached(2);
    await tick();
    expect(rounds()).toBe(2);
    stop.abort();
    await Promise.all([ended, closed]);
    expect(rounds()).toBe(2);
  });

  it('closing a loop that never ran begins no round', async () => {
    const { loop, rounds } = loopOf([true], { atClose: 'finish' });
    await loop.close();
    expect(rounds()).toBe(0);
  });
});
