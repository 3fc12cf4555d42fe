import { busy, Failure, unavailable } from '@patchbay/errors/failure';

/**
 * One error in a chain of nested errors: code and message may be in one of the nested ones, as in those of an `AggregateError` where
 * several addresses were tried, so the functions below search all of them.
 */
interface Layer {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** Deeper than any nesting observed; a bound is needed because `cause` references may be circular. */
const maxDepth = 6;

function* layersOf(thrown: unknown, depth = 0): Generator<Layer> {
  if (typeof thrown !== 'object' || thrown === null || depth > maxDepth) return;
  const layer = thrown as Layer;
  yield layer;
  const inner = [layer.cause];
  if (Array.isArray(layer.errors)) inner.push(...(layer.errors as unknown[]));
  for (const next of inner) yield* layersOf(next, depth + 1);
}

/** SQLSTATEs and codes of the system of every layer. */
const codesOf = (thrown: unknown): string[] =>
  [...layersOf(thrown)].map(({ code }) => code).filter((code) => typeof code === 'string');

/** Serialization failure and deadlock. */
const conflictCodes = new Set(['40001', '40P01']);

/** Whether Postgres aborted a statement or a transaction because of a concurrent one: the same request can succeed later. */
export const isTransactionConflict = (thrown: unknown): boolean =>
  codesOf(thrown).some((code) => conflictCodes.has(code));

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // SQLSTATEs: idle_in_transaction_session_timeout, which closes the connection of a process that was paused,
  // admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections.
  '25P03',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** Messages of connection errors that `pg` throws without a code. */
const unreachableMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Whether Postgres could not be reached or the connection was lost; the statement may have been executed nevertheless. */
export const isUnreachable = (thrown: unknown): boolean =>
  codesOf(thrown).some((code) => unreachableCodes.has(code) || /^08\w{3}$/.test(code)) ||
  [...layersOf(thrown)].some(
    ({ message }) => typeof message === 'string' && unreachableMessages.test(message),
  );

/** SQLSTATE lock_not_available: another transaction held a lock for longer than `lock_timeout`. */
const lockTimeoutCode = '55P03';

/**
 * Turns connection errors, lock timeouts and conflicts of transactions into failures `unavailable`; returns failures and all other
 * errors unchanged.
 */
export function unavailableIfTemporary(thrown: unknown): unknown {
  if (thrown instanceof Failure) return thrown;
  if (isUnreachable(thrown)) return unavailable('the database is not reachable', thrown);
  if (codesOf(thrown).includes(lockTimeoutCode))
    return busy(new Error('a lock was held for too long', { cause: thrown }));
  if (isTransactionConflict(thrown))
    return busy(new Error('the transaction conflicted with a concurrent one', { cause: thrown }));
  return thrown;
}
