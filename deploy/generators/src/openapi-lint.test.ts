import { createReference } from '@patchbay/gateway/openapi';
import { describe, expect, it } from 'vitest';
import { lint } from './openapi-lint.ts';

interface Document {
  tags: { description?: string }[];
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
  components: { schemas: Record<string, unknown> };
}

const problemsAfter = (change: (document: Document) => void): Promise<string[]> => {
  const document = JSON.parse(JSON.stringify(createReference())) as Document;
  change(document);
  return lint(JSON.stringify(document), '/openapi.json');
};

describe('the linter of the OpenAPI document', () => {
  it('the linter names every broken rule and its place', async () => {
    const problems = await problemsAfter(({ tags, paths, components }) => {
      delete tags[0]?.description;
      delete components.schemas['User'];
      Object.assign(components.schemas, { Unused: { type: 'string' } });
      Object.assign(paths['/v1/me']?.['get'] ?? {}, { operationId: 'updateMe' });
      Object.assign(paths['/version']?.['get']?.responses ?? {}, { '200': { description: 'No headers' } });
    });
    for (const rule of [
      'tag-description',
      'no-unresolved-refs',
      'no-unused-components',
      'operation-operationId-unique',
      'response-contains-header',
    ])
      expect(problems).toContainEqual(expect.stringMatching(new RegExp(`^(error|warn) ${rule} at #/`)));
  });
});
