import type { IdempotencyStore } from '@patchbay/cache/idempotency';
import { conflict, type FieldProblem, internal } from '@patchbay/errors/failure';
import { creates, type Operation } from '../operation/operation.ts';
import type { Exchange } from './exchange.ts';

const visibleAscii = /^[!-~]{1,255}$/;

/** The `Idempotency-Key` of a request to an operation that creates something; others ignore the header, valid or not. */
function keyOf({ request }: Exchange, operation: Operation): string | undefined {
  // Node joins repeated headers with a comma and a space; a space makes the key invalid.
  return creates(operation) ? request.headers['idempotency-key']?.toString() : undefined;
}

export function checkIdempotencyKey(
  exchange: Exchange,
  operation: Operation,
  problems: FieldProblem[],
): void {
  const key = keyOf(exchange, operation);
  if (key === undefined || visibleAscii.test(key)) return;
  problems.push({ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' });
}

/** All sessions of a user are the same caller; each API key is a caller of its own, as for limits. */
function callerOf({ caller }: Exchange): string {
  if (caller === undefined) throw internal('an operation that creates something has no caller');
  return caller.type === 'api_key' ? `key ${caller.keyId}` : `user ${caller.userId}`;
}

/** Runs `work` and stores its result, or returns the stored result where the same request was answered before. */
export type Once = (
  exchange: Exchange,
  operation: Operation,
  work: () => Promise<unknown>,
) => Promise<unknown>;

/** To be called after validation: bodies are compared as their schemas parsed them, not byte by byte. */
export function createOnce(store: IdempotencyStore): Once {
  return async (exchange, operation, work) => {
    const key = keyOf(exchange, operation);
    if (key === undefined) return work();
    const { method, path } = operation;
    const attempt = await store.begin({
      key,
      scope: [callerOf(exchange), method, path, JSON.stringify(exchange.params)],
      body: JSON.stringify(exchange.body ?? null),
    });
    switch (attempt.state) {
      case 'first':
        break;
      case 'answered':
        exchange.response.setHeader('idempotency-replayed', 'true');
        return JSON.parse(attempt.answer);
      case 'running':
        throw conflict('The first request with this Idempotency-Key is still running.');
      case 'answered another body':
        throw conflict('This Idempotency-Key was used with another body.');
      default:
        return attempt satisfies never;
    }
    let result: unknown;
    try {
      result = await work();
    } catch (thrown) {
      await attempt.release();
      throw thrown;
    }
    await attempt.keep(JSON.stringify(result));
    return result;
  };
}
