import { describe, expect, it } from 'vitest';
import { createSlots } from './slots.ts';

const minute = 60_000;
const failure = (name: string) => expect.objectContaining({ name: 'OutgoingError', failure: name });

describe('slots', () => {
  it('are given to those who wait, in their order', async () => {
    const slots = createSlots({ host: 'api.example', atOnce: 1, maxWaiting: 2 });
    const release = await slots.take(minute, undefined);
    const served: string[] = [];
    const wait = async (name: string) => {
      const giveBack = await slots.take(minute, undefined);
      served.push(name);
      giveBack();
    };
    const waiting = [wait('first'), wait('second')];
    expect(slots.taken).toBe(1);
    release();
    await Promise.all(waiting);
    expect(served).toEqual(['first', 'second']);
    expect(slots.taken).toBe(0);
  });

  it('are refused to more than may wait', async () => {
    const slots = createSlots({ host: 'api.example', atOnce: 2, maxWaiting: 1 });
    const [release] = await Promise.all([slots.take(minute, undefined), slots.take(minute, undefined)]);
    const third = slots.take(minute, undefined);
    await expect(slots.take(minute, undefined)).rejects.toEqual(failure('busy'));
    release();
    (await third)();
  });

  it('are refused after the time, and the next in line gets the slot', async () => {
    const slots = createSlots({ host: 'api.example', atOnce: 1, maxWaiting: 2 });
    const release = await slots.take(minute, undefined);
    const impatient = slots.take(1, undefined);
    const patient = slots.take(minute, undefined);
    await expect(impatient).rejects.toEqual(failure('busy'));
    release();
    (await patient)();
    expect(slots.taken).toBe(0);
  });

  it('are no longer waited for when the signal aborts', async () => {
    const slots = createSlots({ host: 'api.example', atOnce: 1, maxWaiting: 1 });
    const release = await slots.take(minute, undefined);
    const controller = new AbortController();
    const waiting = slots.take(minute, controller.signal);
    controller.abort();
    await expect(waiting).rejects.toEqual(failure('canceled'));
    const next = slots.take(minute, undefined);
    release();
    (await next)();
    expect(slots.taken).toBe(0);
  });
});
