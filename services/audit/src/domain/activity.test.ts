import { expect, it } from 'vitest';
import { activityOf } from './activity.ts';
import { entryOf } from './entry.ts';

it('an activity has neither emails, addresses, user agents and hashes, nor details that name people or other workspaces', () => {
  const person = { id: 'u1', email: 'ada@acme.example', name: 'Ada' };
  const entry = entryOf(
    {
      id: 'event',
      action: 'grant.revoked',
      occurredAt: new Date('2026-11-15T09:31:00Z'),
      actor: { type: 'api_key', ...person, apiKeyPrefix: 'pby_7Qd2mXr9TfK' },
      workspace: { slug: 'spring', name: 'Spring' },
      target: { type: 'grant', id: 'g1', name: 'Reports for Nordlicht' },
      changes: [{ field: 'createdByEmail', before: null, after: person.email }],
      metadata: {
        workspaceId: 'w1',
        provider: 'criteo',
        reason: 'key_ended',
        createdByEmail: person.email,
        operator: { by: 'Olga', reason: 'ticket 7' },
        movedTo: { slug: 'autumn' },
      },
      ipAddress: '192.0.2.1',
      userAgent: 'a browser',
      requestId: 'r1',
      traceId: 't1',
    },
    'e1',
    new Date('2026-11-15T09:31:01Z'),
    { sequence: 1, hash: '9f'.repeat(32) },
  );
  expect(activityOf(entry)).toEqual({
    id: 'e1',
    action: 'grant.revoked',
    occurredAt: '2026-11-15T09:31:00.000Z',
    actor: { type: 'api_key', name: 'Ada' },
    target: { type: 'grant', id: 'g1', name: 'Reports for Nordlicht' },
    metadata: { provider: 'criteo', reason: 'key_ended' },
  });
});
