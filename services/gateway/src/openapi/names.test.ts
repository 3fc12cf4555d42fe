import { describe, expect, it } from 'vitest';
import { operations } from '../operations/index.ts';
import { document, operationObjects } from './document.fixture.ts';

const schemas = Object.entries(document.components.schemas);

/** The schema without what it says to people. */
const shapeOf = (schema: unknown): string =>
  JSON.stringify(schema, (name, value: unknown) => (name === 'description' ? undefined : value));

describe('the names of the document', () => {
  it('no schema of the document has two names', () => {
    const shapes = Map.groupBy(schemas, ([, schema]) => shapeOf(schema));
    const twice = [...shapes.values()].filter(({ length }) => length > 1);
    expect(twice.map((same) => same.map(([name]) => name))).toEqual([]);
  });

  it('every schema of a body or an answer has a name in the document', () => {
    const unnamed = operationObjects.filter(({ requestBody, responses }) =>
      [requestBody, ...Object.values(responses)]
        .flatMap((each) => Object.values(each?.content ?? {}))
        .some((media) => !('$ref' in media.schema || 'x-patchbay-line-schema' in media)),
    );
    expect(unnamed).toEqual([]);
  });

  it('every object inside of a schema has a name in the document', () => {
    const inlined = schemas.flatMap(([name, { properties = {} }]) =>
      Object.entries(properties as object)
        .filter(([, property]) => shapeOf(property).includes('"properties"'))
        .map(([property]) => `${name}.${property}`),
    );
    // Its fields are the services behind the API, by name.
    expect(inlined).toEqual(['Health.services']);
  });
});

describe('the descriptions of the document', () => {
  it('the description of every schema, operation and tag is a sentence', () => {
    const isSentence = (text: unknown): boolean => typeof text === 'string' && /^[A-Z`].*\.$/s.test(text);
    const described = [
      ...schemas.map(([name, { description }]) => [name, description]),
      ...operationObjects.map(({ operationId, description }) => [operationId, description]),
      ...document.tags.map(({ name, description }) => [name, description]),
    ];
    expect(described.filter(([, description]) => !isSentence(description))).toEqual([]);
  });

  it('the summary of an operation has no full stop', () => {
    expect(operationObjects.filter(({ summary }) => !/^[A-Z][^.]*$/.test(summary))).toEqual([]);
  });

  it('every operation has a summary of its own within its tag', () => {
    const summaries = operationObjects.map(({ tags: [tag], summary }) => `${tag}: ${summary}`);
    expect(new Set(summaries).size).toBe(summaries.length);
  });

  it('the tags of the document are those of connections, auth, account and then those of the operations in their order', () => {
    const first = ['integrations', 'connect', 'uses', 'auth', 'account'];
    expect(document.tags.map(({ name }) => name)).toEqual([
      ...new Set([...first, ...operations.map(({ group }) => group)]),
    ]);
  });
});
