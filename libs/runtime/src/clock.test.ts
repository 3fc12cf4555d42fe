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
