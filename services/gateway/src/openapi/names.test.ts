import { describe, expect, it } from 'vitest';
import { operations } from '../operations/index.ts';
import { document, operationObjects } from './document.fixture.ts';

const schemas = Object.entries(document.components.schemas);

/** The schema without what it says to people. */
const shapeOf = (schema: unknown): string =>
  JSON.stringify(schema, (name, value: unknown) => (name === 'description' ? undefined : value));

describe('the names of the document', () => {
  it('are those of the contract, where it has one', () => {
    for (const name of [
      'ApiKey',
      'ApiKeyWithSecret',
      'AuditLog',
      'AuditVerification',
      'ConnectLink',
      'ConnectOutcome',
      'ConnectPage',
      'DeviceAuthorization',
      'Health',
      'Integration',
      'IntegrationWithConnectUrl',
      'Invitation',
      'InvitationPreview',
      'Organization',
      'OrganizationMember',
      'Problem',
      'Provider',
      'ProviderField',
      'Session',
      'SignUpAcknowledgement',
      'SignedIn',
      'User',
      'Version',
      'Workspace',
      'WorkspaceMember',
    ])
      expect(document.components.schemas).toHaveProperty(name);
  });

  it('are of one schema each, and no schema has two', () => {
    const shapes = Map.groupBy(schemas, ([, schema]) => shapeOf(schema));
    const twice = [...shapes.values()].filter(({ length }) => length > 1);
    expect(twice.map((same) => same.map(([name]) => name))).toEqual([]);
  });

  it('are given to every schema that a body or an answer has', () => {
    for (const { operationId, requestBody, responses } of operationObjects) {
      const contents = [requestBody, ...Object.values(responses)].flatMap((each) =>
        Object.values(each?.content ?? {}),
      );
      for (const { schema } of contents) expect(schema, operationId).toHaveProperty('$ref');
    }
  });

  it('are given to every object inside of a schema', () => {
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
  it('are there for every schema, operation and tag', () => {
    for (const [name, { description }] of schemas) expect(description, name).toMatch(/\.$/);
    for (const { operationId, summary, description } of operationObjects) {
      expect(description, operationId).toMatch(/^[A-Z].*\.$/s);
      expect(summary, operationId).toMatch(/^[A-Z][^.]*$/);
    }
    for (const { name, description } of document.tags) expect(description, name).toMatch(/\.$/);
  });

  it('begin with different words', () => {
    const summaries = operationObjects.map(({ tags: [tag], summary }) => `${tag}: ${summary}`);
    expect(new Set(summaries).size).toBe(summaries.length);
  });

  it('are in the order of the tags', () => {
    expect(document.tags.map(({ name }) => name)).toEqual([
      ...new Set(['auth', 'account', ...operations.map(({ group }) => group)]),
    ]);
  });
});
