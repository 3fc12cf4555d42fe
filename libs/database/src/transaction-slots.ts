import { unavailable } from '@patchbay/errors/failure';
import { callSignal } from '@patchbay/runtime/call-signal';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { type Turn, type Waiter, waitInLine } from './turns.ts';

/** `again`: it has waited for a row lock, or Postgres has aborted it because of a concurrent one. */
export type AttemptKind = 'first' | 'again';

export interface TransactionSlotsOptions {
  /** How many transactions of the pool are open at the same time. */
  readonly atOnce: number;
  /** Milliseconds that an attempt of a transaction waits at most. */
  readonly timeoutMs: number;
}

/**
 * The right to open a transaction on the pool. Fewer transactions are open at the same time than the pool has connections, so that
 * a single statement finds a connection even if each of them waits for a lock.
 *
 * First attempts and repeated ones have a line each and are served alternately: whoever has waited for its row does not queue
 * behind hundreds of newcomers that are about to learn that they must wait for the same row, and these are served nevertheless.
 */
export interface TransactionSlots {
  /** A free slot; undefined where all are taken. */
  tryTake(): Turn | undefined;
  /** Waits for a slot if none is free. Rejects with the failure `unavailable` after the time limit, and with the reason of the call's signal. */
  take(kind: AttemptKind): Promise<Turn>;
  /** How many wait for a slot now. */
  waiting(): number;
}

const tracer = tracerOf('database');

export function createTransactionSlots({ atOnce, timeoutMs }: TransactionSlotsOptions): TransactionSlots {
  const lines: Readonly<Record<AttemptKind, Waiter[]>> = { first: [], again: [] };
  let taken = 0;
  let servedLast: AttemptKind = 'first';

  const next = (): Waiter | undefined => {
    const other = servedLast === 'first' ? 'again' : 'first';
    servedLast = lines[other].length > 0 ? other : servedLast;
    return lines[servedLast].shift();
  };

  const newSlot = (): Turn => {
    let released = false;
    return {
      release() {
        if (released) return;
        released = true;
        const waiter = next();
        if (waiter === undefined) taken -= 1;
        else waiter(newSlot());
      },
    };
  };

  const tryTake = (): Turn | undefined => {
    // While somebody waits, all slots are taken: a released one is handed over.
    if (taken >= atOnce) return undefined;
    taken += 1;
    return newSlot();
  };

  return {
    tryTake,
    take: (kind) =>
      inSpan(tracer, spanTable.waitForConnection.name(), {}, async () => {
        const signal = callSignal();
        signal?.throwIfAborted();
        const late = () => unavailable(`no connection for a transaction within ${timeoutMs} ms`);
        return tryTake() ?? waitInLine(lines[kind], { timeoutMs, signal }, late);
      }),
    waiting: () => lines.first.length + lines.again.length,
  };
}
