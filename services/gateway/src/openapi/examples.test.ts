import { describe, expect, it } from 'vitest';
import {
  document,
  type MediaType,
  operationObjects,
  problemsOf,
  type ResponseObject,
} from './document.fixture.ts';

const examplesIn = ({ example, examples = {} }: MediaType): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples).map(({ value }) => value),
];

/** Every media type of a response must have an example. */
function expectExamples(content: Readonly<Record<string, MediaType>> = {}): void {
  for (const [type, media] of Object.entries(content)) {
    const examples = examplesIn(media);
    expect(examples.length, type).toBeGreaterThan(0);
    for (const example of examples) expect(problemsOf(media.schema, example)).toBeNull();
  }
}

describe.each(operationObjects)('$operationId', ({ parameters = [], requestBody, responses }) => {
  it('has parameters whose examples match their schemas', () => {
    for (const { name, in: place, schema, example } of parameters) {
      if (place === 'path') expect(example, name).toBeDefined();
      if (example !== undefined) expect([name, problemsOf(schema, example)]).toEqual([name, null]);
    }
  });

  it('has bodies and answers whose examples match their schemas', () => {
    expectExamples(requestBody?.content);
    for (const { content } of Object.values(responses)) expectExamples(content);
  });
});

describe('the components', () => {
  it.each(Object.entries(document.components.responses))(
    'have a problem that matches its schema: %s',
    (_name, { content }: ResponseObject) => {
      expect(Object.keys(content ?? {})).toEqual(['application/problem+json']);
      expectExamples(content);
    },
  );

  it.each(Object.entries(document.components.headers))(
    'have a header whose example matches its schema: %s',
    (_name, { schema, example }) => {
      if (example !== undefined) expect(problemsOf(schema, example)).toBeNull();
    },
  );

  it('refuse what does not match', () => {
    const { schemas } = document.components;
    const ref = { $ref: '#/components/schemas/Workspace' };
    expect(Object.keys(schemas)).toContain('Workspace');
    expect(problemsOf(ref, { id: 'no uuid' })).not.toBeNull();
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

  it('are about the same things: one id has one name, email and slug', () => {
    expect(things.length).toBeGreaterThan(30);
    for (const field of ['name', 'email', 'slug']) {
      const values = Map.groupBy(
        things.filter((thing) => typeof thing[field] === 'string'),
        ({ id }) => id,
      );
      for (const [id, same] of values) {
        expect([id, [...new Set(same.map((thing) => thing[field]))]]).toEqual([id, [same[0]?.[field]]]);
      }
    }
  });

  it('name in paths what answers show', () => {
    const ids = new Set(things.map(({ id }) => id));
    const userIds = new Set(things.map(({ userId }) => userId));
    for (const { operationId, parameters = [] } of operationObjects) {
      for (const { name, in: place, example } of parameters) {
        if (place === 'path' && name === 'id') expect(ids, operationId).toContain(example);
        if (place === 'path' && name === 'userId') expect(userIds, operationId).toContain(example);
        if (name === 'orgSlug') expect(example).toBe('acme');
        if (name === 'workspaceSlug' && place === 'path') expect(example).toBe('brand-campaigns');
      }
    }
  });
});
