import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Operation } from '../operation/operation.ts';
import { bearer, startGateway, type TestGateway } from '../testing/gateway.ts';
import { connectToken } from '../testing/integrations.ts';
import { operations } from './index.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

interface Field {
  readonly operation: Operation;
  readonly place: 'params' | 'query' | 'body';
  /** The names that lead to the value. */
  readonly path: readonly string[];
  readonly schema: Schema;
}

/** A name that no schema has, for values of any name. */
const anyName = 'example';

const isNumber = ({ type = [] }: Schema): boolean =>
  [type].flat().some((one) => one === 'integer' || one === 'number');

/** The numbers in what clients send, each once per path. */
function numbersIn(root: Schema): [path: string[], schema: Schema][] {
  const visit = (schema: Schema, path: string[]): [string[], Schema][] => {
    if (schema.$ref !== undefined) {
      const target = root.$defs?.[schema.$ref.split('/').at(-1) ?? ''];
      return target === undefined ? [] : visit(target, path);
    }
    const { properties = {}, additionalProperties, items, anyOf = [], oneOf = [] } = schema;
    return [
      ...(isNumber(schema) ? [[path, schema] satisfies [string[], Schema]] : []),
      ...Object.entries(properties).flatMap(([name, property]) => visit(property, [...path, name])),
      ...(typeof additionalProperties === 'object' ? visit(additionalProperties, [...path, anyName]) : []),
      ...(items === undefined ? [] : visit(items, [...path, '0'])),
      ...[...anyOf, ...oneOf].flatMap((one) => visit(one, path)),
    ];
  };
  const found = visit(root, []);
  return found.filter(
    ([path], index) => found.findIndex(([other]) => other.join('.') === path.join('.')) === index,
  );
}

const numbers = operations.flatMap((operation) =>
  (['params', 'query', 'body'] as const).flatMap((place) => {
    const schema = operation[place];
    if (schema === undefined) return [];
    const json = z.toJSONSchema(schema, { io: 'input' }) as Schema;
    return numbersIn(json).map(([path, found]): Field => ({ operation, place, path, schema: found }));
  }),
);

const withValue = (target: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown => ({
  ...(target as object | undefined),
  [name]: rest.length === 0 ? value : withValue((target as never)?.[name], rest, value),
});

/** What the stand-ins of services know. */
const known: Readonly<Record<string, string>> = {
  orgSlug: 'acme',
  workspaceSlug: 'brand',
  token: connectToken,
};

/** Sends the example of the operation, with this value at the place of the field. */
function send({ fetch }: TestGateway, { operation, place, path }: Field, value: unknown): Promise<Response> {
  const { method, examples = {}, body: schema } = operation;
  const valued = withValue((examples as Partial<Record<typeof place, unknown>>)[place], path, value);
  const given: { params?: object; query?: object; body?: unknown } = { ...examples, [place]: valued };
  const params = given.params as Readonly<Record<string, unknown>> | undefined;
  const address = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => known[name] ?? String(params?.[name]),
  );
  const query = new URLSearchParams(given.query as Record<string, string> | undefined);
  return fetch(`${address}?${query.toString()}`, {
    method,
    headers: { ...bearer, ...(schema && { 'content-type': 'application/json' }) },
    ...(schema && { body: JSON.stringify(given.body) }),
  });
}

const start = () =>
  startGateway({
    implementations: {
      audit: {
        listAuditLogs: () => ({ auditLogs: Buffer.from('[]') }),
        listWorkspaceActivity: () => ({ activity: Buffer.from('[]') }),
        verifyAuditLogs: () => ({ intact: true }),
      },
    },
  });

/** No field takes all of them: beyond common bounds, between whole numbers, beyond what protobuf or JSON can hold, and texts. */
const odd = [0, -1, 1.5, 2 ** 31, 2 ** 53, '7', 'seven'];

/** Whether the field takes the value. A query has texts alone, and values of any name may be texts. */
function takes(
  { schema: { minimum = 0, maximum = 0 }, place, path }: Field,
  value: number | string,
): boolean {
  if (path.at(-1) === anyName && typeof value === 'string') return true;
  const number = place === 'query' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= minimum && number <= maximum;
}

describe('each number that a client sends', () => {
  it('there are numbers in queries and in bodies', () => {
    expect(new Set(numbers.map(({ place }) => place))).toEqual(new Set(['query', 'body']));
  });

  it.each(
    numbers.map((field) => ({
      name: `${field.path.join('.')} in the ${field.place} of ${field.operation.id}`,
      field,
    })),
  )(
    '$name has documented bounds that services can hold, and is refused by name beyond them',
    async ({ field }) => {
      const { minimum, maximum } = field.schema;
      if (minimum === undefined || maximum === undefined) throw new Error('it has no bounds');
      const gateway = await start();
      for (const value of [minimum, maximum]) {
        const { status } = await send(gateway, field, value);
        expect([value, status]).toEqual([value, field.operation.answer.status]);
      }
      for (const value of [minimum - 1, maximum + 1, ...odd.filter((each) => !takes(field, each))]) {
        const answer = await send(gateway, field, value);
        expect([value, answer.status]).toEqual([value, 400]);
        const { errors } = (await answer.json()) as { errors: { path: string }[] };
        // A number may be wrong for two reasons.
        expect([value, ...new Set(errors.map(({ path }) => path))]).toEqual([value, field.path.join('.')]);
      }
    },
  );
});
