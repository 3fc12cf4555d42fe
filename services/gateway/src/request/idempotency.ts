import { hash } from 'node:crypto';
import type { FieldProblem } from '@patchbay/errors/failure';
import { type KeyOutcome, sendIdempotencyKey } from '@patchbay/rpc/idempotency-key';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Exchange } from './exchange.ts';
import { Permitted } from './stages.ts';

/** The part of an operation that decides whether an `Idempotency-Key` counts. */
export interface Creating {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly answer: { readonly status: number };
}

/** Whether the operation creates something; such an operation accepts an `Idempotency-Key`. */
export const creates = ({ answer }: Pick<Creating, 'answer'>): boolean => answer.status === 201;

const visibleAscii = /^[!-~]{1,255}$/;

/** The `Idempotency-Key` of a request to an operation that creates something; others ignore the header, valid or not. */
export function idempotencyKeyOf({ request }: Exchange, operation: Creating): string | undefined {
  // Node joins repeated headers with a comma and a space; a space makes the key invalid.
  return creates(operation) ? request.headers['idempotency-key']?.toString() : undefined;
}

export function checkIdempotencyKey(exchange: Exchange, operation: Creating, problems: FieldProblem[]): void {
  const key = idempotencyKeyOf(exchange, operation);
  if (key === undefined || visibleAscii.test(key)) return;
  problems.push({ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' });
}

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url');

/** A request whose handler sends its Idempotency-Key. */
export interface Keyed {
  readonly request: Permitted;
  /** After the handler: whether its answer is that of an earlier request with the same key, of which a header tells the client. */
  tellReplay(): boolean;
}

/**
 * The service that creates also keeps the key and the answer, in one transaction. To be called after validation: bodies are
 * compared as their schemas parsed them, not byte by byte.
 */
export function withKey(permitted: Permitted, operation: Creating, logger: Logger): Keyed {
  const { exchange, params, body = null, access } = permitted;
  const key = idempotencyKeyOf(exchange, operation);
  if (key === undefined) return { request: permitted, tellReplay: () => false };
  const { id, method, path } = operation;
  let outcome: KeyOutcome | undefined;
  const keyOptions = sendIdempotencyKey(
    { key, scope: digestOf([method, path, params]), body: digestOf(body) },
    (told) => {
      outcome = told;
    },
  );
  return {
    request: new Permitted(permitted, access, keyOptions),
    tellReplay() {
      if (outcome === 'replayed') exchange.response.setHeader('idempotency-replayed', 'true');
      // The creation is committed: a failure would make the client repeat it.
      if (outcome === undefined)
        logger.error(
          { operation: id, requestId: exchange.requestId },
          'idempotency key was not kept by the service',
        );
      return outcome === 'replayed';
    },
  };
}
