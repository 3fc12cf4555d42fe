import { createReference } from '@patchbay/gateway/openapi';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OpenApi, readDocument } from './document.ts';
import { arbitraryOf } from './schema-arbitrary.ts';

const description = readDocument(JSON.parse(JSON.stringify(createReference())) as OpenApi);
const { operations, validatorOf } = description;
const schemas = [...operations.values()].flatMap(({ id, body, parameters }) => [
  ...(body ? [{ id: `body of ${id}`, schema: body.schema }] : []),
  ...parameters.map(({ name, schema }) => ({ id: `${name} of ${id}`, schema })),
]);

describe('values made from a schema', () => {
  it.each(schemas)('match it: $id', ({ schema }) => {
    const isValid = validatorOf(schema);
    const values = fc.sample(arbitraryOf(schema, description), { seed: 1, numRuns: 20 });
    expect(values.filter((value) => !isValid(value))).toEqual([]);
  });

  it.each([
    { type: 'string', contentEncoding: 'base64' },
    { type: 'string', format: 'hostname' },
    { type: 'tuple' },
  ])('refuses what it does not know: %j', (schema) => {
    expect(() => arbitraryOf(schema, description)).toThrow('unknown to the generator');
  });

  it('takes what exists for fields of that name', () => {
    const schema = { type: 'object', properties: { userId: { type: 'string' } }, required: ['userId'] };
    const known = (name: string): string[] => (name === 'userId' ? ['somebody'] : []);
    const values = fc.sample(arbitraryOf(schema, { ...description, known }), { seed: 1, numRuns: 50 });
    expect(values).toContainEqual({ userId: 'somebody' });
  });
});
