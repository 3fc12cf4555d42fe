import fc, { type Arbitrary } from 'fast-check';
import type { Body, FuzzedOperation } from './document.ts';
import { type Change, type Draft, type FuzzCase, jsonBytes, requestOf } from './fuzz-case.ts';
import { oddText } from './schema-arbitrary.ts';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As the gateway reads text that people type: trimmed, addresses in lower case. */
const asTyped = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, text: unknown) =>
    typeof text === 'string' ? text.trim().toLowerCase() : text,
  );

/** Whether a body violates the schema in every spelling that is accepted from people. */
const violates = ({ isValid }: Body, value: unknown): boolean => !isValid(value) && !isValid(asTyped(value));

/** The status of a body that is refused: 413 where it is longer than a public operation takes, which credentials may be. */
const refusalOf = ({ id, accepts }: FuzzedOperation, body: Buffer): readonly number[] =>
  accepts.length === 0 && id !== 'submitConnectCredentials' && body.byteLength > 4 * 1024 ? [413] : [400];

/** Cases whose body is another value than the valid one. */
const withValue = (
  operation: FuzzedOperation,
  drafts: Arbitrary<Draft>,
  change: (body: Fields) => Arbitrary<unknown>,
): Arbitrary<FuzzCase> | undefined => {
  const { body } = operation;
  if (body === undefined) return undefined;
  return drafts
    .filter((draft) => isObject(draft.body))
    .chain((draft) =>
      change(draft.body as Fields).map((value) => ({
        what: 'body',
        caller: draft.caller,
        request: requestOf(operation, { ...draft, body: value }),
        ...(violates(body, value) && { refusedWith: refusalOf(operation, jsonBytes(value)) }),
      })),
    );
};

/** Cases whose body is these bytes; without `refusedWith` they are no valid body. */
const withBytes = (
  operation: FuzzedOperation,
  drafts: Arbitrary<Draft>,
  bytesOf: (json: string) => Arbitrary<Buffer>,
  refusedWith: readonly number[] | undefined,
  types: Arbitrary<Record<string, string>> = fc.constant({ 'content-type': 'application/json' }),
): Arbitrary<FuzzCase> =>
  drafts.chain((draft) =>
    fc.tuple(bytesOf(JSON.stringify(draft.body ?? {})), types).map(([body, type]) => {
      const { headers, ...request } = requestOf(operation, { ...draft, body: undefined });
      return {
        what: 'bytes of the body',
        caller: draft.caller,
        request: { ...request, headers: { ...headers, ...type }, body },
        refusedWith: refusedWith ?? refusalOf(operation, body),
      };
    }),
  );

const unknownName = fc.oneof(
  fc.constantFrom('unknown', 'Name', 'name ', '__proto__', 'constructor', 'toString', 'id', ''),
  fc.string({ maxLength: 8 }),
);

/** `{...body, [name]: value}` as text: an own property called `__proto__` cannot be written as a literal. */
const withMember = (body: Fields, name: string, value: unknown): unknown =>
  JSON.parse(
    `{${[...Object.entries(body), [name, value] as const]
      .map(([key, member]) => `${JSON.stringify(key)}:${JSON.stringify(member)}`)
      .join(',')}}`,
  );

const truncated = (json: string): Arbitrary<Buffer> =>
  fc.nat({ max: Math.max(0, json.length - 2) }).map((at) => Buffer.from(json.slice(0, at + 1)));

const noJson = [
  Buffer.from('{"a":1,}'),
  Buffer.from('{a:1}'),
  Buffer.from("{'a':1}"),
  Buffer.from('NaN'),
  Buffer.from('{"a":01}'),
  Buffer.from('{"a":"\u0000"}'),
  Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d, 0x7d]),
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('[null]'),
  Buffer.from('"text"'),
  Buffer.from('1e999'),
  Buffer.from(`${'['.repeat(1_000)}${']'.repeat(1_000)}`),
  Buffer.from(`${'['.repeat(5_000)}${']'.repeat(5_000)}`),
  Buffer.from(`{"a":${'{"a":'.repeat(500)}1${'}'.repeat(501)}`),
  Buffer.from(' '),
];

/** Which methods may carry a body that is read. */
const reads = ({ method }: FuzzedOperation): boolean => method !== 'GET';

export const changesOfBodies: readonly Change[] = [
  {
    name: 'an unknown field',
    casesOf: (operation, drafts) =>
      withValue(operation, drafts, (body) =>
        fc.tuple(unknownName, fc.jsonValue()).map(([name, value]) => withMember(body, name, value)),
      ),
  },
  {
    name: 'a field is missing',
    casesOf: (operation, drafts) =>
      withValue(operation, drafts, (body) =>
        Object.keys(body).length === 0
          ? fc.constant(body)
          : fc
              .constantFrom(...Object.keys(body))
              .map((name) => Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))),
      ),
  },
  {
    name: 'another value in a field',
    casesOf: (operation, drafts) =>
      withValue(operation, drafts, (body) =>
        Object.keys(body).length === 0
          ? fc.constant(body)
          : fc
              .tuple(
                fc.constantFrom(...Object.keys(body)),
                fc.oneof(
                  fc.jsonValue(),
                  fc.constantFrom(null, 0, -1, 1.5, 2 ** 53, -(2 ** 63), 1e300, true, [], {}, [['a']]),
                ),
              )
              .map(([name, value]) => withMember(body, name, value)),
      ),
  },
  {
    name: 'odd text in a field',
    casesOf: (operation, drafts) =>
      withValue(operation, drafts, (body) =>
        Object.keys(body).length === 0
          ? fc.constant(body)
          : fc
              .tuple(fc.constantFrom(...Object.keys(body)), oddText)
              .map(([name, text]) => withMember(body, name, text)),
      ),
  },
  {
    name: 'another value as body',
    casesOf: (operation, drafts) => withValue(operation, drafts, () => fc.jsonValue()),
  },
  {
    name: 'a field twice',
    casesOf: (operation, drafts) =>
      operation.body &&
      withBytes(
        operation,
        drafts.filter(({ body }) => isObject(body) && Object.keys(body).length > 0),
        (json) => {
          const [name, value] = Object.entries(JSON.parse(json) as Fields)[0] ?? [];
          const member = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
          return fc.constant(Buffer.from(`{${member},${json.slice(1)}`));
        },
        undefined,
      ),
  },
  {
    name: 'no JSON',
    casesOf: (operation, drafts) =>
      operation.body &&
      withBytes(
        operation,
        drafts,
        (json) => fc.oneof(truncated(json), fc.constantFrom(...noJson)),
        undefined,
      ),
  },
  {
    name: 'no body',
    casesOf: (operation, drafts) =>
      operation.body?.required
        ? withBytes(operation, drafts, () => fc.constant(Buffer.alloc(0)), [400])
        : undefined,
  },
  {
    name: 'another content type',
    casesOf: (operation, drafts) =>
      operation.body &&
      withBytes(
        operation,
        drafts,
        (json) => fc.constant(Buffer.from(json)),
        [415],
        fc.constantFrom(
          ...[
            'text/plain',
            'application/x-www-form-urlencoded',
            'application/xml',
            'application/jsonp',
            '',
            ';',
          ].map((type) => ({ 'content-type': type })),
          {},
          { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        ),
      ),
  },
  {
    name: 'too many bytes',
    casesOf: (operation, drafts) =>
      reads(operation)
        ? withBytes(
            operation,
            drafts,
            () => fc.constant(jsonBytes({ name: 'x'.repeat(operation.body ? 256 * 1024 : 1024) })),
            [413],
          )
        : undefined,
  },
  {
    name: 'a body that is not taken',
    casesOf: (operation, drafts) =>
      operation.body === undefined && reads(operation)
        ? withBytes(
            operation,
            drafts,
            () => fc.constantFrom('{"a":1}', '[]', '0').map((text) => Buffer.from(text)),
            [400],
          )
        : undefined,
  },
];
