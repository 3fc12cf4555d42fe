import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { operations } from '../operations/index.ts';
import { document, operationObject } from './document.fixture.ts';
import type { Json } from './schemas.ts';

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Json[];
  readonly additionalProperties?: unknown;
}

const resolve = (schema: Json | undefined): ObjectSchema => {
  const reference = schema?.['$ref'];
  if (typeof reference !== 'string') return schema ?? {};
  return resolve(document.components.schemas[reference.replace('#/components/schemas/', '')]);
};

const without = (value: Readonly<Record<string, unknown>>, left: string): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== left));

/** Whether a problem is that the field itself is missing: other rules may refuse what is left. */
const lacks = (schema: z.ZodType, value: unknown, field: string): boolean =>
  schema.safeParse(value).error?.issues.some(({ path }) => path[0] === field) ?? false;

describe.each(operations)('$id', ({ id, params, query, body, examples }) => {
  const { parameters = [], requestBody } = operationObject(id);
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place);

  it(`the document has every parameter that the validator of ${id} takes`, () => {
    expect(named('path').map(({ name }) => name)).toEqual(Object.keys(params?.shape ?? {}));
    expect(named('query').map(({ name }) => name)).toEqual(Object.keys(query?.shape ?? {}));
  });

  it(`the document requires exactly the query parameters of ${id} that cannot be left out`, () => {
    const given = (examples?.query ?? {}) as Json;
    for (const { name, required } of named('query')) {
      expect([name, query && lacks(query, without(given, name), name)]).toEqual([name, required]);
    }
  });

  it(`the document requires a body of ${id} exactly where it cannot be left out`, () => {
    expect(requestBody?.required ?? false).toBe(body !== undefined && !body.safeParse(undefined).success);
  });

  it(`the document requires exactly the fields of ${id} that are needed, and refuses unknown ones`, () => {
    const schema = resolve(requestBody?.content['application/json']?.schema);
    const sent: Json = { ...(examples?.body as Json | undefined) };
    for (const variant of schema.oneOf?.map(resolve) ?? [schema]) {
      const { properties, required = [], additionalProperties } = variant;
      if (properties === undefined || body === undefined) continue;
      const value = Object.fromEntries(
        Object.entries(properties).map(([name, { const: only }]) => [name, only ?? sent[name]]),
      );
      for (const name of Object.keys(properties)) {
        const left = without(value, name);
        const defined = Object.fromEntries(Object.entries(left).filter(([, each]) => each !== undefined));
        expect([name, lacks(body, defined, name)]).toEqual([name, required.includes(name)]);
      }
      expect(additionalProperties).toBe(false);
      const accepted = Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
      expect(body.safeParse(accepted).success).toBe(true);
      expect(body.safeParse({ ...accepted, unknown: 1 }).success).toBe(false);
    }
  });
});
