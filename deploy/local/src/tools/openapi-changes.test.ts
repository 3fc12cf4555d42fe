import { createReference } from '@patchbay/gateway/openapi';
import { describe, expect, it } from 'vitest';
import { changesBetween } from './openapi-changes.ts';

interface Document {
  paths: Record<string, Record<string, { summary: string; security?: unknown } | undefined>>;
  components: {
    schemas: Record<string, { properties: Record<string, unknown>; required: string[]; enum?: string[] }>;
  };
}

const changesAfter = (change: (document: Document) => void) => {
  const before = JSON.parse(JSON.stringify(createReference())) as Document;
  const after = structuredClone(before);
  change(after);
  return changesBetween(before, after);
};

describe('changes of the OpenAPI document', () => {
  it('are none between a document and itself', () => {
    expect(changesAfter(() => {})).toEqual({ breaking: [], compatible: [] });
  });

  it('are breaking where an operation is removed', () => {
    const { breaking } = changesAfter(({ paths }) => void delete paths['/v1/me']?.['patch']);
    expect(breaking).toEqual(['PATCH /v1/me: remove operation']);
  });

  it('are breaking where an answer loses a field or a request needs one more', () => {
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

  it('are compatible where an answer gains a field or a description changes', () => {
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
