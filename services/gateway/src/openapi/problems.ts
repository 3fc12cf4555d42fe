import { Failure, type FailureCode, invalid } from '@patchbay/errors/failure';
import { statusOf, toProblem } from '@patchbay/errors/problem';
import { Problem } from '../schemas/problem.ts';
import type { Json, Schemas } from './schemas.ts';

const headers: Partial<Record<FailureCode, Json>> = {
  unauthenticated: { 'WWW-Authenticate': { schema: { type: 'string' } } },
  rate_limited: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
  unavailable: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
};

const exampleOf = (code: FailureCode): Failure =>
  code === 'invalid' ? invalid({ path: 'name', message: 'is required' }) : new Failure(code);

/** `Validation Failed` is `ValidationFailed`. */
const nameOf = (code: FailureCode): string => statusOf[code][1].replaceAll(' ', '');

/** A reference to the answer for a failure, by its status. */
export const problemReference = (code: FailureCode): [status: string, reference: Json] => [
  String(statusOf[code][0]),
  { $ref: `#/components/responses/${nameOf(code)}` },
];

/** The answers that those references mean. */
export const problemResponses = (codes: Iterable<FailureCode>, schemas: Schemas): Json =>
  Object.fromEntries(
    [...codes].map((code) => [
      nameOf(code),
      {
        description: statusOf[code][1],
        ...(headers[code] && { headers: headers[code] }),
        content: {
          'application/problem+json': {
            schema: schemas.received(Problem),
            example: toProblem(exampleOf(code), {
              instance: '/v1/me',
              requestId: '0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f',
            }),
          },
        },
      },
    ]),
  );
