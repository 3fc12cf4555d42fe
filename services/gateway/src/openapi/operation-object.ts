import type { z } from 'zod';
import { limitsOf } from '../operation/limits.ts';
import type { Operation } from '../operation/operation.ts';
import { answersOf } from './answers.ts';
import { callersOf } from './callers.ts';
import { failuresOf } from './failures.ts';
import { mayBeLeftOut, parametersOf } from './parameters.ts';
import { problemReferences } from './problems.ts';
import type { Json, Schemas } from './schemas.ts';
import { securityOf } from './security.ts';

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The description of an operation with who may call it, its limits and what it writes to the audit trail. */
function descriptionOf(operation: Operation): string {
  const { description, audit } = operation;
  const limits = limitsOf(operation).map(({ name }) => name);
  return [
    description,
    callersOf(operation),
    ...(limits.length === 0 ? [] : [`Limited by ${quoted(limits)}.`]),
    ...('none' in audit ? [] : [`Audit trail: ${quoted(audit)}.`]),
  ].join('\n\n');
}

function requestBody(body: z.ZodType, example: unknown, schemas: Schemas): Json {
  // A body with a default is one that may be left out.
  const { default: _default, ...schema } = schemas.sent(body);
  return {
    required: !mayBeLeftOut(body),
    content: { 'application/json': { schema, example } },
  };
}

/** The Operation Object of OpenAPI. */
export function operationObject(
  operation: Operation,
  operations: readonly Operation[],
  schemas: Schemas,
): Json {
  const { id, group, summary, credentials, keyLevels, body, examples } = operation;
  const parameters = parametersOf(operation, schemas);
  return {
    operationId: id,
    tags: [group],
    summary,
    description: descriptionOf(operation),
    ...securityOf[credentials],
    ...(keyLevels && { 'x-patchbay-key-levels': keyLevels }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(body, examples?.body, schemas) }),
    responses: {
      ...answersOf(operation, operations, schemas),
      ...problemReferences(failuresOf(operation)),
    },
  };
}
