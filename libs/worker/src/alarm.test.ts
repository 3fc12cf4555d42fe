import { describe, expect, it } from 'vitest';
import { createAlarm } from './alarm.ts';

const never = new AbortController().signal;

describe('an alarm', () => {
  it('wakes who sleeps', async () => {
    const alarm = createAlarm();
    const slept = alarm.sleep(60_000, never);
    alarm.ring();
    await expect(slept).resolves.toBeUndefined();
  });

  it('wakes the next one at once if it rang while nobody slept, and only that one', async () => {
    const alarm = createAlarm();
    alarm.ring();
    alarm.ring();
    await alarm.sleep(60_000, never);
    const aborted = new AbortController();
    const asleep = new Promise((resolve) => setImmediate(resolve, 'asleep'));
    const slept = alarm.sleep(60_000, aborted.signal).then(() => 'awake');
    expect(await Promise.race([slept, asleep])).toBe('asleep');
    aborted.abort();
    await slept;
  });
});
