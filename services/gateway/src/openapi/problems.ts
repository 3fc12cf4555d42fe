import { Failure, type FailureCode, invalid } from '@patchbay/errors/failure';
import { statusOf, toProblem } from '@patchbay/errors/problem';
import { limitsOf } from '../limits/limit.ts';
import { ruleIn } from '../operation/access.ts';
import type { Operation } from '../operation/operation.ts';
import { creates } from '../request/idempotency.ts';
import { exampleWorld } from '../schemas/example-world.ts';
import { Problem } from '../schemas/problem.ts';
import { always, type HeaderName, headerReferences, whereLimited } from './headers.ts';
import type { Json, Schemas } from './schemas.ts';

function* failureCodes(operation: Operation): Iterable<FailureCode> {
  const { credentials, access, method, params, audit, group, inClosed, problems = [] } = operation;
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
  // A suspended organization refuses its keys, and everything under its path.
  const isUnderOrganization = ruleIn(access) !== undefined;
  if (isUnderOrganization || credentials === 'session or key') yield 'forbidden';
  if (isUnderOrganization && !inClosed) yield 'conflict';
  // At least its Idempotency-Key can conflict.
  if (creates(operation)) yield 'conflict';
  if (params !== undefined) yield 'not_found';
  // Also where the operation takes no body: `GET` ignores a small one, other methods accept an empty object alone.
  yield 'request_timeout';
  yield 'content_too_large';
  if (method !== 'GET') yield 'unsupported_media_type';
  if (limitsOf(operation).length > 0) yield 'rate_limited';
  if (group !== 'infra') yield 'timeout';
}

/** Every failure that an operation can answer: those implied by its definition, and its `problems`. */
export const failuresOf = (operation: Operation): readonly FailureCode[] => [
  ...new Set(failureCodes(operation)),
];

interface Description {
  readonly when: string;
  readonly headers?: readonly HeaderName[];
  /** An example: the path of the request, and the text that its answer has. */
  readonly instance: string;
  readonly detail?: string;
}

const organization = `/v1/organizations/${exampleWorld.organization.slug}`;
const workspaces = `${organization}/workspaces`;

const descriptions: Readonly<Record<FailureCode, Description>> = {
  invalid: {
    when: 'The request does not match its schema: `errors` has every field that is wrong.',
    instance: workspaces,
  },
  bad_request: {
    when: 'Nobody has approved the device yet, or nobody will: `detail` begins with a code.',
    instance: '/v1/auth/device/token',
    detail: 'authorization_pending: Nobody has decided yet. Ask again after the interval.',
  },
  unauthenticated: {
    when: 'There is no usable credential, or one of a kind that the operation does not accept.',
    headers: ['WwwAuthenticate'],
    instance: '/v1/me',
    detail: 'This operation needs a credential.',
  },
  forbidden: {
    when: 'The role of the caller is too low, a request with a session cookie comes from an origin that is not trusted, or `detail` begins with a code: `confirmation_required` where the person of the session must prove first who they are, `passkey_required` where the organization demands that they sign in with a passkey, `organization_suspended` where an operator has suspended it.',
    instance: workspaces,
    detail: 'Only admins of the organization can create workspaces.',
  },
  not_found: {
    when: 'What the path names does not exist, or is not visible to the caller.',
    instance: `${workspaces}/unknown`,
  },
  method_not_allowed: { when: 'The path has no such method.', instance: '/v1/me' },
  conflict: {
    when: 'The current state does not allow it, the organization is closed (`detail` says until when it can be restored), or the `Idempotency-Key` was used for another request.',
    instance: workspaces,
    detail: `The organization has a workspace with the slug ${exampleWorld.workspace.slug} already. Choose another one.`,
  },
  request_timeout: {
    when: 'The body came slower than 1 KiB a second for 10 seconds. The connection is closed.',
    instance: workspaces,
    detail: 'The body came slower than 1 KiB a second for 10 seconds.',
  },
  content_too_large: {
    when: 'The body has more than the operation takes: 256 KiB, 4 KiB where it is public, 64 KiB for the credentials of a provider, 4 MiB where it is relayed, 1 KiB where it takes none.',
    instance: workspaces,
    detail: 'The body of this operation has at most 256 KiB.',
  },
  unsupported_media_type: {
    when: 'The body is not `application/json`, or is encoded. A relayed one may have any type.',
    instance: workspaces,
    detail: 'A body must be application/json.',
  },
  header_fields_too_large: {
    when: 'The headers have more than 16 KiB.',
    instance: '/',
    detail: 'The headers of a request have at most 16 KiB.',
  },
  rate_limited: {
    when: 'A limit is exceeded.',
    headers: ['RetryAfter', ...whereLimited],
    instance: '/v1/me',
    detail: 'Too many requests. Try again later.',
  },
  internal: {
    when: 'A fault of the platform. `requestId` finds the request in its logs.',
    instance: '/v1/me',
  },
  unavailable: {
    when: 'The platform is overloaded, or a part of it is down.',
    headers: ['RetryAfter'],
    instance: '/v1/me',
  },
  timeout: { when: 'A part of the platform took too long.', instance: '/v1/me' },
};

function exampleOf(code: FailureCode) {
  const { instance, detail } = descriptions[code];
  const failure =
    code === 'invalid' ? invalid({ path: 'name', message: 'is required' }) : new Failure(code, detail);
  return toProblem(failure, { instance, requestId: exampleWorld.requestId });
}

/** `Validation Failed` becomes `ValidationFailed`. */
const nameOf = (code: FailureCode): string => statusOf[code][1].replaceAll(' ', '');

/** OpenAPI allows one response per status: failures of one status are merged, as `BadRequestOrValidationFailed`. */
const byStatus = (failures: readonly FailureCode[]) =>
  [...Map.groupBy(failures, (code) => statusOf[code][0])].map(([status, codes]) => ({
    status,
    codes,
    name: codes.map(nameOf).join('Or'),
  }));

/** References to the responses for these failures, by status. */
export const problemReferences = (codes: readonly FailureCode[]): Json =>
  Object.fromEntries(
    byStatus(codes).map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
  );

const examplesOf = (codes: readonly FailureCode[]): Json => {
  const [only, ...more] = codes;
  return only !== undefined && more.length === 0
    ? { example: exampleOf(only) }
    : { examples: Object.fromEntries(codes.map((code) => [nameOf(code), { value: exampleOf(code) }])) };
};

function responseOf(codes: readonly FailureCode[], schemas: Schemas): Json {
  const headers = codes.flatMap((code) => descriptions[code].headers ?? []);
  return {
    description: codes.map((code) => `${statusOf[code][1]}: ${descriptions[code].when}`).join('\n\n'),
    headers: headerReferences([...always, ...headers]),
    content: {
      'application/problem+json': { schema: schemas.received(Problem), ...examplesOf(codes) },
    },
  };
}

/** The responses that `problemReferences` refers to; `failures` has one list for each operation. */
export function problemResponses(failures: readonly (readonly FailureCode[])[], schemas: Schemas): Json {
  const answers = new Map(failures.flatMap(byStatus).map(({ name, codes }) => [name, codes]));
  return Object.fromEntries([...answers].map(([name, codes]) => [name, responseOf(codes, schemas)]));
}
