import { busy } from '@patchbay/errors/failure';
import { callSignal } from '@patchbay/runtime/call-signal';
import { createTurns, type Turn } from '@patchbay/runtime/turns';
import { observe, set } from '@patchbay/telemetry/metrics';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';

/** The thing that a transaction changes. */
export interface TurnOf {
  /** What it is, for metrics and spans: `organization`. */
  readonly of: string;
  readonly key: string;
}

/**
 * The order in which transactions of one pool begin. A transaction that waits for a row lock inside Postgres holds a connection
 * meanwhile, and a few concurrent requests for one row would hold all of them. So transactions that change the same thing take turns
 * in this process, without a connection; only the one whose turn it is may wait in Postgres, for a lock of another process.
 *
 * A transaction holds one turn and never waits for a second one: turns cannot deadlock.
 */
export interface TransactionTurns {
  /**
   * Waits for the turn, if there is one, then until fewer transactions are open than the limit, and runs `work`. The deadline of the
   * call bounds the wait; background work waits as long as it takes. Throws the failure `busy` where 400 wait for the same turn.
   */
  run<T>(turn: TurnOf | undefined, work: () => Promise<T>): Promise<T>;
  /** How many wait until they may take a connection. */
  waitingForConnection(): number;
}

export interface TransactionTurnsOptions {
  /** How many transactions of the pool are open at the same time. */
  readonly atOnce: number;
}

const tracer = tracerOf('database');
const anyTransaction = '';

export function createTransactionTurns({ atOnce }: TransactionTurnsOptions): TransactionTurns {
  const turns = createTurns({ refusal: busy });
  // Without a limit of waiting transactions: the RPC server limits the calls.
  const slots = createTurns({ atOnce, maxWaiting: Number.POSITIVE_INFINITY });
  const waiting = new Map<string, number>();
  const countWaiting = (of: string, change: 1 | -1): void => {
    const now = (waiting.get(of) ?? 0) + change;
    waiting.set(of, now);
    set('rowLockWaiting', now, { of });
  };

  const takeTurn = async ({ of, key }: TurnOf): Promise<Turn> => {
    const id = `${of} ${key}`;
    const free = turns.tryTake(id);
    if (free !== undefined) return free;
    countWaiting(of, 1);
    try {
      return await inSpan(tracer, spanTable.waitForRow.name(of), {}, () =>
        measureWait(of, 'process', () => turns.take(id, { signal: callSignal() })),
      );
    } finally {
      countWaiting(of, -1);
    }
  };
  const takeSlot = async (): Promise<Turn> =>
    slots.tryTake(anyTransaction) ??
    inSpan(tracer, spanTable.waitForConnection.name(), {}, () =>
      slots.take(anyTransaction, { signal: callSignal() }),
    );

  return {
    async run(turnOf, work) {
      const turn = turnOf && (await takeTurn(turnOf));
      try {
        const slot = await takeSlot();
        try {
          return await work();
        } finally {
          slot.release();
        }
      } finally {
        turn?.release();
      }
    },
    waitingForConnection: () => slots.waiting(anyTransaction),
  };
}

/** Measures a wait, whether it ends with the lock or not. */
export async function measureWait<T>(
  of: string,
  where: 'process' | 'postgres',
  wait: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  let outcome = 'given_up';
  try {
    const result = await wait();
    outcome = 'taken';
    return result;
  } finally {
    observe('rowLockWait', (performance.now() - began) / 1_000, { of, where, outcome });
  }
}
