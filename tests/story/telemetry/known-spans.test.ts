import type { CollectedSpan } from '@patchbay/testing/collector';
import { expect, it } from 'vitest';
import { differencesFromTable } from './known-spans.ts';

const span = (more: Partial<CollectedSpan>): CollectedSpan => ({
  traceId: 't',
  spanId: '1',
  parentSpanId: undefined,
  name: 'db INSERT users',
  kind: 'client',
  service: 'identity',
  scope: 'test',
  attributes: {},
  links: [],
  failed: false,
  ...more,
});

it('a span, an attribute and an entry without a span are differences from the table', () => {
  const found = differencesFromTable([
    span({ attributes: { 'db.system.name': 'postgresql', 'error.type': 'Error' } }),
    span({ attributes: { 'db.query.text': 'insert' } }),
    span({ name: 'nap', kind: 'internal' }),
  ]);
  expect(found).toContain('statement has the attribute db.query.text');
  expect(found).toContain('internal span nap is not in the table');
  expect(found).toContain('mail was not seen');
  expect(found).not.toContain('statement was not seen');
  expect(found).not.toContain('malformedRequest was not seen');
});
