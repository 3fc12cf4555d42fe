import { canRefuse } from '@patchbay/access/rules';
import type { FailureCode } from '@patchbay/errors/failure';
import { ruleIn } from '../operation/access.ts';
import { creates, type Operation } from '../operation/operation.ts';

function* codes(operation: Operation): Iterable<FailureCode> {
  const { credentials, access, method, limits = [], params, group, problems = [] } = operation;
  const authenticated = credentials !== 'none';
  yield* problems;
  yield 'header_fields_too_large';
  // Every other failure is a redirect.
  if (operation.redirectFailure) return;
  // Queries are strict everywhere: an unknown parameter is refused.
  yield 'invalid';
  yield 'internal';
  if (authenticated) {
    yield 'unauthenticated';
    yield 'rate_limited';
    // By cookie from a page that is not trusted.
    if (method !== 'GET') yield 'forbidden';
  }
  const rule = ruleIn(access);
  if (rule !== undefined && canRefuse(rule)) yield 'forbidden';
  // By its idempotency key, if by nothing else.
  if (creates(operation)) yield 'conflict';
  if (params !== undefined) yield 'not_found';
  // Also where it takes none: one that is sent is read, and refused if it holds anything.
  if (method !== 'GET') {
    yield 'content_too_large';
    yield 'unsupported_media_type';
  }
  if (limits.length > 0) yield 'rate_limited';
  if (group !== 'infra') {
    yield 'unavailable';
    yield 'timeout';
  }
}

/** Every failure that an operation can answer: what its declaration implies and what it adds. */
export const failuresOf = (operation: Operation): readonly FailureCode[] => [...new Set(codes(operation))];
