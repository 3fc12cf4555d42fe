import { expect, it } from 'vitest';
import { callSignal, outsideOfCall, withCallSignal } from './call-signal.ts';

const later = () => new Promise(setImmediate);

it('callSignal is the signal of the call, also after a wait, and undefined for work outside of it', async () => {
  const { signal } = new AbortController();
  expect(callSignal()).toBeUndefined();
  await withCallSignal({ signal }, async () => {
    expect(callSignal()).toBe(signal);
    await outsideOfCall(async () => {
      expect(callSignal()).toBeUndefined();
      await later();
      expect(callSignal()).toBeUndefined();
    });
    expect(callSignal()).toBe(signal);
  });
});
