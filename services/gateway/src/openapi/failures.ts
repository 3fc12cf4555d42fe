import type { FailureCode } from '@patchbay/errors/failure';
import type { Operation } from '../operations/operation.ts';

const everyRole = 4;

function* codes(operation: Operation): Iterable<FailureCode> {
  const { credentials, access, method, limits = [], params, body, group, problems = [] } = operation;
  const authenticated = credentials !== 'none';
  yield* problems;
  // Queries are strict everywhere: an unknown parameter is refused.
  yield 'invalid';
  yield 'header_fields_too_large';
  yield 'internal';
  if (authenticated) {
    yield 'unauthenticated';
    yield 'rate_limited';
    // By cookie from a page that is not trusted.
    if (method !== 'GET') yield 'forbidden';
  }
  if (access.scope === 'organization' && access.roles.length < everyRole) yield 'forbidden';
  if (params !== undefined) yield 'not_found';
  if (body !== undefined) {
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
