import { createManualClock } from '@patchbay/runtime/manual-clock';
import { expect, it } from 'vitest';
import { bodyOf, recordedAtOf } from '../domain/entry.ts';
import { createTrails } from '../trail.fixture.ts';
import { entryOf } from './read-trail.ts';

const { auditLog } = createTrails(createManualClock()).record('an-organization', {
  workspace: { id: 'a-workspace', slug: 'spring', name: 'Spring' },
});

it('the body of a delivery holds the entry byte by byte', () => {
  const entry = entryOf(auditLog);
  if (entry === undefined) throw new Error('no entry');
  const workspace = { id: 'a-workspace', slug: 'spring' };
  expect(entry).toMatchObject({ sequence: 1, workspace, action: 'workspace.created' });
  const body = bodyOf(entry);
  expect(body.endsWith(`"data":${auditLog}}`)).toBe(true);
  expect(JSON.parse(body)).toMatchObject({ type: 'workspace.created', timestamp: entry.occurredAt });
  expect(recordedAtOf(body)).toEqual(entry.recordedAt);
});

it.each([
  '',
  '{}',
  'null',
  auditLog.replace('"sequence":1', '"sequence":0'),
  auditLog.replace('"sequence":1', '"sequence":"1"'),
])('the text %s is no entry', (text) => expect(entryOf(text)).toBeUndefined());
