import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it, vi } from 'vitest';
import { createPace } from './pace.ts';

const { signal } = new AbortController();
const kibibyte = 1_024;

/** A body whose client takes a write of up to 64 KiB when `take` is called. */
const startBody = () => {
  const pending: (() => void)[] = [];
  const sizes: number[] = [];
  const body = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _, done) {
      sizes.push(chunk.length);
      pending.push(done);
    },
  });
  const onSlow = vi.fn<() => void>();
  const clock = createManualClock();
  return {
    clock,
    sizes,
    onSlow,
    write: createPace(body, onSlow, { patienceMs: 60_000, bytesPerSecond: kibibyte, clock }),
    takeAfter: async (ms: number): Promise<void> => {
      await clock.advance(ms);
      pending.shift()?.();
      await setImmediate();
    },
  };
};

describe('the pace of a client', () => {
  it('a part is written in small pieces, each when the client has taken the one before', async () => {
    const { write, takeAfter, sizes } = startBody();
    const written = write(Buffer.alloc(100 * kibibyte), signal);
    expect(sizes).toEqual([64 * kibibyte]);
    await takeAfter(1);
    expect(sizes).toEqual([64 * kibibyte, 36 * kibibyte]);
    await takeAfter(1);
    await written;
  });

  it('a client above the least rate may take as long as it needs', async () => {
    const { write, takeAfter, onSlow, clock } = startBody();
    const written = write(Buffer.alloc(64 * 20 * kibibyte), signal);
    // 64 KiB may take 64 s, and no more than the patience.
    for (let piece = 0; piece < 20; piece += 1) await takeAfter(59_000);
    await written;
    expect(onSlow).not.toHaveBeenCalled();
    expect(clock.waiting()).toBe(0);
  });

  it('a client below the least rate is too slow when its patience is used up', async () => {
    const { write, takeAfter, onSlow } = startBody();
    const small = Buffer.alloc(kibibyte);
    // Each takes 20 s instead of one.
    for (let piece = 0; piece < 3; piece += 1) {
      const written = write(small, signal);
      await takeAfter(20_000);
      await written;
    }
    expect(onSlow).not.toHaveBeenCalled();
    void write(small, signal);
    await takeAfter(20_000);
    expect(onSlow).toHaveBeenCalledOnce();
  });

  it('only the time in which the body waits for its client counts', async () => {
    const { write, takeAfter, onSlow, clock } = startBody();
    for (let piece = 0; piece < 5; piece += 1) {
      const written = write(Buffer.alloc(kibibyte), signal);
      await takeAfter(1);
      await written;
      await clock.advance(100_000);
    }
    expect(onSlow).not.toHaveBeenCalled();
  });

  it('waiting for the client ends when the signal aborts', async () => {
    const { write, onSlow, clock } = startBody();
    const client = new AbortController();
    const written = write(Buffer.alloc(kibibyte), client.signal);
    client.abort();
    await expect(written).rejects.toThrow(/abort/);
    expect(clock.waiting()).toBe(0);
    expect(onSlow).not.toHaveBeenCalled();
  });
});
