import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditLogExample } from '../schemas/audit-log.ts';
import {
  document,
  type MediaType,
  operationObject,
  operationObjects,
  problemsOf,
} from './document.fixture.ts';

type Content = Readonly<Record<string, MediaType>>;

const examplesIn = ({ example, examples = {} }: MediaType): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples).map(({ value }) => value),
];

/** What is wrong with an example by the schema of its body and, of one that comes by lines, of each line. */
function wrongWith(example: unknown, media: MediaType): unknown[] {
  const { schema, 'x-patchbay-line-schema': lineSchema } = media;
  const lines = lineSchema ? String(example).trimEnd().split('\n') : [];
  return [
    problemsOf(schema, example),
    ...lines.map((line) => problemsOf({ $ref: lineSchema }, JSON.parse(line))),
  ].filter((wrong) => wrong !== null);
}

/** What is wrong with the examples of bodies; a body without an example is wrong too. */
const wrongIn = (content: Content = {}): unknown[] =>
  Object.entries(content).flatMap(([type, media]) => {
    const examples = examplesIn(media);
    if (examples.length === 0) return [`${type} has no example`];
    return examples.flatMap((example) => wrongWith(example, media));
  });

describe.each(operationObjects)(
  '$operationId',
  ({ operationId, parameters = [], requestBody, responses }) => {
    it(`the examples of the parameters of ${operationId} match their schemas`, () => {
      const wrong = parameters
        .filter(({ example }) => example !== undefined)
        .map(({ name, schema, example }) => [name, problemsOf(schema, example)])
        .filter(([, problems]) => problems !== null);
      expect(wrong).toEqual([]);
    });

    it(`each parameter of the path of ${operationId} has an example`, () => {
      const without = parameters.filter(
        ({ in: place, example }) => place === 'path' && example === undefined,
      );
      expect(without).toEqual([]);
    });

    it(`the examples of the bodies and answers of ${operationId} match their schemas`, () => {
      const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
      expect(contents.flatMap(wrongIn)).toEqual([]);
    });
  },
);

describe('the components', () => {
  it('the problems of the components match their schema', () => {
    const contents = Object.values(document.components.responses).map(({ content }) => content);
    expect(contents.map((content = {}) => Object.keys(content))).toEqual(
      contents.map(() => ['application/problem+json']),
    );
    expect(contents.flatMap(wrongIn)).toEqual([]);
  });

  it('the examples of the headers of the components match their schemas', () => {
    const wrong = Object.entries(document.components.headers)
      .filter(([, { example }]) => example !== undefined)
      .map(([name, { schema, example }]) => [name, problemsOf(schema, example)])
      .filter(([, problems]) => problems !== null);
    expect(wrong).toEqual([]);
  });

  it('an example that does not match its schema is found', () => {
    const schema = { $ref: '#/components/schemas/Workspace' };
    const { example } = operationObject('getWorkspace').responses['200']?.content?.['application/json'] ?? {};
    expect(problemsOf(schema, example)).toBeNull();
    expect(problemsOf(schema, { ...(example as object), id: 'no uuid' })).not.toBeNull();
  });
});

/** Every object in a value that has an `id`. */
function* thingsIn(value: unknown): Iterable<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null) return;
  const thing = value as Readonly<Record<string, unknown>>;
  if (typeof thing['id'] === 'string') yield thing;
  for (const part of Object.values(value)) yield* thingsIn(part);
}

describe('the examples', () => {
  const answers = operationObjects.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ content = {} }) => Object.values(content).flatMap(examplesIn)),
  );
  const things = answers.flatMap((answer) => [...thingsIn(answer)]);

  it.each(['name', 'email', 'slug'])('one id has one %s in all examples', (field) => {
    const byId = Map.groupBy(
      things.filter((thing) => typeof thing[field] === 'string'),
      ({ id }) => id,
    );
    expect(byId.size).toBeGreaterThan(0);
    const different = [...byId].filter(([, same]) => new Set(same.map((thing) => thing[field])).size > 1);
    expect(different).toEqual([]);
  });

  it('the examples of paths name what the examples of answers show', () => {
    const shown: Readonly<Record<string, ReadonlySet<unknown>>> = {
      id: new Set(things.map(({ id }) => id)),
      userId: new Set(things.map(({ userId }) => userId)),
      orgSlug: new Set(['acme']),
      workspaceSlug: new Set(['brand-campaigns']),
    };
    const unknown = operationObjects.flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(({ name, in: place, example }) => place === 'path' && shown[name]?.has(example) === false)
        .map(({ name }) => `${operationId}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('the example of an entry of the audit trail has the right hash', () => {
    const { hash, ...entry } = auditLogExample;
    // RFC 8785 of an entry whose texts are ASCII and whose numbers are integers.
    const sorted = (_name: string, value: unknown): unknown =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value;
    const canonical = JSON.stringify(entry, sorted);
    expect(hash).toBe(createHash('sha256').update(canonical).digest('hex'));
  });

  it('the example of a line of the export is the text that was hashed, with the hash as its last field', () => {
    const { content } = operationObject('exportAuditLogs').responses['200'] ?? {};
    const line = String(content?.['application/x-ndjson']?.example).trimEnd();
    const [, hashed, hash] = /^(.*),"hash":"(\w+)"\}$/.exec(line) ?? [];
    expect(hash).toBe(createHash('sha256').update(`${hashed}}`).digest('hex'));
    expect(JSON.parse(line)).toEqual(auditLogExample);
  });
});
