import { Failure, type FailureCode, invalid } from '@patchbay/errors/failure';
import { statusOf, toProblem } from '@patchbay/errors/problem';
import { Problem } from '../schemas/problem.ts';
import type { Json, Schemas } from './schemas.ts';

const headers: Partial<Record<FailureCode, Json>> = {
  unauthenticated: { 'WWW-Authenticate': { schema: { type: 'string' } } },
  rate_limited: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
  unavailable: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
};

const failureOf = (code: FailureCode): Failure => {
  if (code === 'invalid') return invalid({ path: 'name', message: 'is required' });
  // Only `pollDeviceAuthorization` answers this code.
  if (code === 'bad_request') return new Failure(code, 'authorization_pending: Nobody has decided yet.');
  return new Failure(code);
};

const exampleOf = (code: FailureCode) =>
  toProblem(failureOf(code), {
    instance: '/v1/me',
    requestId: '0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f',
  });

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
  const ownHeaders = Object.assign({}, ...codes.map((code) => headers[code])) as Json;
  return {
    description: codes.map((code) => statusOf[code][1]).join(' or '),
    ...(Object.keys(ownHeaders).length > 0 && { headers: ownHeaders }),
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
