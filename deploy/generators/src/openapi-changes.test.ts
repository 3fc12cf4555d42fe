import { createReference } from '@patchbay/gateway/openapi';
import { describe, expect, it } from 'vitest';
import { changesBetween } from './openapi-changes.ts';

interface Document {
  paths: Record<string, Record<string, { summary: string; security?: unknown } | undefined>>;
  components: {
    schemas: Record<string, { properties: Record<string, unknown>; required: string[]; enum?: string[] }>;
  };
}

/** With one path of ours: a comparison of all takes seconds. */
const ours = JSON.parse(JSON.stringify(createReference())) as Document;
const before: Document = { ...ours, paths: { '/v1/me': ours.paths['/v1/me'] ?? {} } };

const changesAfter = (change: (document: Document) => void) => {
  const after = structuredClone(before);
  change(after);
  return changesBetween(before, after);
};

describe('changes of the OpenAPI document', () => {
  it('a document has no changes against itself', () => {
    expect(changesAfter(() => {})).toEqual({ breaking: [], compatible: [] });
  });

  it('the removal of an operation is a breaking change', () => {
    const { breaking } = changesAfter(({ paths }) => void delete paths['/v1/me']?.['patch']);
    expect(breaking).toEqual(['PATCH /v1/me: remove operation']);
  });

  it('a field removed from an answer, or required in a request, is a breaking change', () => {
    const lost = changesAfter(
      ({ components: { schemas } }) => void delete schemas['User']?.properties['email'],
    );
    expect(lost.breaking).toContainEqual(
      expect.stringMatching(/^GET \/v1\/me: remove responses\.200.*email$/),
    );
    const needed = changesAfter(({ components: { schemas } }) => {
      const changes = schemas['UserChanges'];
      if (changes) changes.properties['nickname'] = { type: 'string' };
      changes?.required.push('nickname');
    });
    expect(needed.breaking).toContainEqual(expect.stringMatching(/^PATCH \/v1\/me: add requestBody.*/));
  });

  it('a new field of an answer and a changed description are compatible changes', () => {
    const changes = changesAfter(({ paths, components: { schemas } }) => {
      const user = schemas['User'];
      if (user) user.properties['nickname'] = { type: 'string' };
      const read = paths['/v1/me']?.['get'];
      if (read) read.summary = 'Read the caller';
    });
    expect(changes.breaking).toEqual([]);
    expect(changes.compatible).toContain('GET /v1/me: replace summary');
    expect(changes.compatible).toContainEqual(
      expect.stringMatching(/^GET \/v1\/me: add responses\.200.*nickname$/),
    );
  });
});
