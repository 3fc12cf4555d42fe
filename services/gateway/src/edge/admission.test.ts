import { describe, expect, it } from 'vitest';
import { Admission } from './admission.ts';

const maxRunning = 1_000;
const [late, inTime] = [100, 5];

function create({ running = 0 } = {}) {
  const admission = new Admission(maxRunning);
  for (let count = 0; count < running; count += 1) admission.enter();
  let now = 1_000;
  return {
    admission,
    /** Takes samples every `everyMs` for `ms` milliseconds. */
    sample: (delayMs: number, ms: number, everyMs = delayMs + 20): void => {
      for (const end = now + ms; now < end; ) {
        now += everyMs;
        admission.sample(delayMs, now);
      }
    },
  };
}

describe('the bound on running requests', () => {
  it('the limit is reached at the configured number of running requests, until one of them ends', () => {
    const { admission } = create({ running: maxRunning - 1 });
    expect(admission.isFull).toBe(false);
    admission.enter();
    expect(admission.isFull).toBe(true);
    admission.leave();
    expect(admission.isFull).toBe(false);
  });

  it('the limit stays while the event loop is in time', () => {
    const { admission, sample } = create({ running: 900 });
    sample(inTime, 10_000);
    expect(admission.limit).toBe(maxRunning);
  });

  it.each([
    ['a single pause, however long', 5_000, 1],
    ['a short series of late turns', 90, 2],
  ])('the limit stays after %s', (_, delayMs, samples) => {
    const { admission, sample } = create({ running: 900 });
    sample(inTime, 1_000);
    sample(delayMs, samples * (delayMs + 20));
    sample(inTime, 20);
    expect(admission.limit).toBe(maxRunning);
    expect(admission.isFull).toBe(false);
  });

  it('the limit falls below the number of running requests while the event loop stays late', () => {
    const { admission, sample } = create({ running: 500 });
    sample(late, 600);
    expect(admission.limit).toBeLessThan(500);
    expect(admission.isFull).toBe(true);
  });

  it('the limit is never lowered to less than 64', () => {
    const { admission, sample } = create({ running: 500 });
    sample(late, 60_000);
    expect(admission.limit).toBe(64);
  });

  it('few requests are admitted however late the event loop is, because their number is not the cause', () => {
    const { admission, sample } = create({ running: 64 });
    sample(late, 60_000);
    expect(admission.isFull).toBe(false);
    expect(admission.limit).toBe(maxRunning);
  });

  it('the limit is never raised above the configured one', () => {
    const admission = new Admission(10);
    for (let now = 0; now < 10_000; now += 120) admission.sample(late, now);
    expect(admission.limit).toBe(10);
  });

  it('the limit rises step by step when the event loop is in time again, so that load does not come back at once', () => {
    const { admission, sample } = create({ running: 500 });
    sample(late, 60_000);
    sample(inTime, 1_000, 20);
    expect(admission.limit).toBeGreaterThan(64);
    expect(admission.limit).toBeLessThan(192);
    sample(inTime, 60_000, 20);
    expect(admission.limit).toBe(maxRunning);
  });

  it('the limit is back after two seconds when few requests run', () => {
    const { admission, sample } = create({ running: 500 });
    sample(late, 60_000);
    for (let count = 0; count < 490; count += 1) admission.leave();
    sample(inTime, 2_000, 20);
    expect(admission.limit).toBe(maxRunning);
  });
});
