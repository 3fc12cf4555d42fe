import { describe, expect, it } from 'vitest';
import { untilAborted } from './until-aborted.ts';

describe('work that can be aborted', () => {
  it('settles as it would', async () => {
    const { signal } = new AbortController();
    await expect(untilAborted(Promise.resolve(7), signal)).resolves.toBe(7);
    await expect(untilAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
  });

  it('rejects at once when it is aborted, though it never ends', async () => {
    const abort = new AbortController();
    const waiting = untilAborted(new Promise(() => {}), abort.signal);
    abort.abort(new Error('too late'));
    await expect(waiting).rejects.toThrow('too late');
    await expect(untilAborted(new Promise(() => {}), abort.signal)).rejects.toThrow('too late');
  });
});
