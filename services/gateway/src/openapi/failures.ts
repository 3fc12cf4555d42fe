import { canRefuse } from '@patchbay/access/rules';
import type { FailureCode } from '@patchbay/errors/failure';
import { ruleIn } from '../operation/access.ts';
import { limitsOf } from '../operation/limits.ts';
import { creates, type Operation } from '../operation/operation.ts';

function* codes(operation: Operation): Iterable<FailureCode> {
  const { credentials, access, method, params, audit, group, problems = [] } = operation;
  const authenticated = credentials !== 'none';
  yield* problems;
  yield 'header_fields_too_large';
  // Overload refuses every operation before it is looked up.
  yield 'unavailable';
  // All other failures are answered with a redirect.
  if (operation.redirectFailure) return;
  // An unknown query parameter is refused, also where an operation takes none.
  yield 'invalid';
  yield 'internal';
  if (authenticated) {
    yield 'unauthenticated';
    yield 'rate_limited';
    // A session cookie without a trusted `Origin`; of `GET`, only those that write to the audit trail.
    if (method !== 'GET' || !('none' in audit)) yield 'forbidden';
  }
  const rule = ruleIn(access);
  if (rule !== undefined && canRefuse(rule)) yield 'forbidden';
  // At least its Idempotency-Key can conflict.
  if (creates(operation)) yield 'conflict';
  if (params !== undefined) yield 'not_found';
  // Also where the operation takes no body: `GET` ignores a small one, other methods accept an empty object alone.
  yield 'content_too_large';
  if (method !== 'GET') yield 'unsupported_media_type';
  if (limitsOf(operation).length > 0) yield 'rate_limited';
  if (group !== 'infra') yield 'timeout';
}

/** Every failure that an operation can answer: those implied by its definition, and its `problems`. */
export const failuresOf = (operation: Operation): readonly FailureCode[] => [...new Set(codes(operation))];
