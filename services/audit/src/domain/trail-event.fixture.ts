import { v7 } from 'uuid';
import type { TrailEvent } from './entry.ts';

/** An event with a new id. */
export const trailEvent = (given: Partial<TrailEvent> = {}): TrailEvent => ({
  id: v7(),
  action: 'user.updated',
  occurredAt: new Date('2026-11-15T09:59:59.000Z'),
  actor: { type: 'user', id: 'u1', email: 'ada@example.com', name: 'Ada', apiKeyPrefix: null },
  workspace: null,
  target: { type: 'user', id: 'u1', name: 'Ada' },
  changes: [{ field: 'name', before: null, after: 'Ada' }],
  metadata: {},
  ipAddress: '192.0.2.1',
  userAgent: 'test',
  requestId: 'r1',
  traceId: null,
  ...given,
});
