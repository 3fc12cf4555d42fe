import { describe, expect, it } from 'vitest';
import { type Clock, systemClock } from './clock.ts';
import { createManualClock } from './manual-clock.ts';

const clocks: [string, () => { clock: Clock; pass: (ms: number) => Promise<void> }][] = [
  ['the clock of the machine', () => ({ clock: systemClock, pass: (ms) => systemClock.sleep(ms) })],
  [
    'a manual clock',
    () => {
      const clock = createManualClock();
      return { clock, pass: (ms) => clock.advance(ms) };
    },
  ],
];

describe.each(clocks)('%s', (_name, create) => {
  it('a sleep ends early when its signal aborts, and at once when it has aborted before', async () => {
    const { clock } = create();
    const abort = new AbortController();
    const sleeping = clock.sleep(3_600_000, abort.signal);
    abort.abort();
    await expect(sleeping).resolves.toBeUndefined();
    await expect(clock.sleep(3_600_000, abort.signal)).resolves.toBeUndefined();
  });

  it('a deadline aborts with the reason of a timeout', async () => {
    const { clock, pass } = create();
    const deadline = clock.deadline(1);
    const aborted = new Promise((resolve) => deadline.addEventListener('abort', resolve));
    await pass(1);
    await aborted;
    expect(deadline.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('work that is repeated goes on until it is cancelled', async () => {
    const { clock, pass } = create();
    let times = 0;
    const three = Promise.withResolvers<void>();
    const timer = clock.every(1, () => {
      times += 1;
      if (times === 3) three.resolve();
    });
    await pass(5);
    await three.promise;
    timer.cancel();
    const counted = times;
    await pass(5);
    expect(times).toBe(counted);
  });

  it('cancelled work is not done', async () => {
    const { clock, pass } = create();
    let isDone = false;
    clock.after(1, () => (isDone = true)).cancel();
    await pass(5);
    expect(isDone).toBe(false);
  });

  it('the moment and the uptime move together', async () => {
    const { clock, pass } = create();
    const [moment, uptime] = [clock.now().getTime(), clock.uptime()];
    await pass(20);
    // Node rounds timers and moments to milliseconds.
    expect(clock.now().getTime() - moment).toBeGreaterThanOrEqual(19);
    expect(clock.uptime() - uptime).toBeGreaterThanOrEqual(19);
  });
});

describe('a manual clock', () => {
  it('nothing is due until the clock is moved, and then in the order of time', async () => {
    const clock = createManualClock('2026-11-16T12:00:00Z');
    const seen: string[] = [];
    const note = (what: string) => () =>
      void seen.push(`${what} at ${clock.now().toISOString().slice(17, 23)}`);
    clock.after(300, note('third'));
    clock.after(100, note('first'));
    clock.after(100, note('second'));
    await clock.advance(0);
    expect(seen).toEqual([]);
    await clock.advance(299);
    expect(seen).toEqual(['first at 00.100', 'second at 00.100']);
    await clock.advance(1);
    expect(seen.at(-1)).toBe('third at 00.300');
    expect(clock.now().toISOString()).toBe('2026-11-16T12:00:00.300Z');
  });

  it('work that becomes due is awaited, and what it waits for in turn is due on the same way', async () => {
    const clock = createManualClock();
    const seen: number[] = [];
    const loop = async (): Promise<void> => {
      for (let round = 0; round < 3; round += 1) {
        await clock.sleep(10);
        seen.push(clock.uptime());
      }
    };
    const running = loop();
    await clock.advance(30);
    expect(seen).toEqual([10, 20, 30]);
    await running;
    clock.after(5, async () => {
      await new Promise(setImmediate);
      seen.push(clock.uptime());
    });
    await clock.advance(5);
    expect(seen.at(-1)).toBe(35);
  });

  it('a jump does what became due once, in the order of time and with the clock at its end', async () => {
    const clock = createManualClock();
    const seen: string[] = [];
    const note = (what: string) => () => void seen.push(`${what} at ${clock.uptime()}`);
    clock.every(400, note('repeated'));
    const cancelled = clock.after(600, note('cancelled'));
    clock.after(500, () => cancelled.cancel());
    clock.after(100, note('first'));
    clock.after(1_001, note('later'));
    await clock.jump(1_000);
    expect(seen).toEqual(['first at 1000', 'repeated at 1000']);
    await clock.advance(400);
    expect(seen.slice(2)).toEqual(['later at 1001', 'repeated at 1400']);
  });

  it('a test can wait until the code under test waits', async () => {
    const clock = createManualClock();
    const work = async (): Promise<string> => {
      await new Promise(setImmediate);
      await clock.sleep(1_000);
      return 'done';
    };
    const working = work();
    await clock.waitingFor(1);
    expect(clock.waiting()).toBe(1);
    await clock.advance(1_000);
    expect(await working).toBe('done');
    expect(clock.waiting()).toBe(0);
  });
});
