import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { type Clock, systemClock } from '@patchbay/runtime/clock';

export interface PaceOptions {
  /** Milliseconds that a client may take longer than `bytesPerSecond` allows. Default one minute. */
  readonly patienceMs?: number | undefined;
  /** Of the body before compression, on average. Default 16 KiB: lines of the trail are 3 KiB with gzip. */
  readonly bytesPerSecond?: number | undefined;
  readonly clock?: Clock;
}

/** Bytes per write: `drain` tells how much of a body was taken to about this many. */
const pieceSize = 65_536;

/**
 * Writes to a body at the pace of its client. A client that takes less than `bytesPerSecond` uses up its patience, and `onSlow` is
 * called when none is left; bytes that it takes give it back. Only time that is spent waiting for the client counts.
 */
export function createPace(
  body: Writable,
  onSlow: () => void,
  { patienceMs = 60_000, bytesPerSecond = 16_384, clock = systemClock }: PaceOptions = {},
) {
  let leftMs = patienceMs;

  const drained = async (signal: AbortSignal): Promise<void> => {
    const begin = clock.uptime();
    const timer = clock.after(leftMs, onSlow);
    try {
      await once(body, 'drain', { signal });
    } finally {
      timer.cancel();
    }
    leftMs = Math.max(0, leftMs - (clock.uptime() - begin));
  };

  /** Resolves when the body can take more; rejects when `signal` aborts before. */
  return async (part: Uint8Array, signal: AbortSignal): Promise<void> => {
    for (let begin = 0; begin < part.length; begin += pieceSize) {
      const piece = part.subarray(begin, begin + pieceSize);
      if (!body.write(piece)) await drained(signal);
      leftMs = Math.min(patienceMs, leftMs + (piece.length / bytesPerSecond) * 1_000);
    }
  };
}
