import type { HealthTone } from '@patchbay/client';
import { expect, it } from 'vitest';
import type { Schemas } from '../../../api/answer.ts';
import { lastDays, statusChanges, statusDays } from './status-days.ts';

const dayMs = 86_400_000;
const first = Date.parse('2026-11-10T00:00:00Z');
const days = Array.from({ length: 5 }, (_, index) => first + index * dayMs);
const now = first + 4.5 * dayMs;

const entry = (day: number, before: unknown, after: unknown, field = 'status'): Schemas['AuditLog'] => ({
  id: '',
  action: 'integration.status_changed',
  occurredAt: new Date(first + day * dayMs).toISOString(),
  recordedAt: '',
  actor: { type: 'system', id: null, email: null, name: null, apiKeyPrefix: null },
  workspace: null,
  target: { type: 'integration', id: '', name: '' },
  changes: [{ field, before, after }],
  metadata: {},
  ipAddress: null,
  userAgent: null,
  requestId: null,
  traceId: null,
  sequence: 1,
  hash: '',
  previousHash: '',
});

const old = new Date(first - 30 * dayMs).toISOString();
const strip = (
  entries: readonly Schemas['AuditLog'][],
  {
    createdAt = old,
    status = 'active',
    tone = 'working',
    since = Number.NEGATIVE_INFINITY,
  }: {
    readonly createdAt?: string;
    readonly status?: 'active';
    readonly tone?: HealthTone;
    readonly since?: number;
  } = {},
) =>
  statusDays(days, { createdAt, status, tone, changes: statusChanges(entries), since, now }).map(
    (day) => day.status,
  );

it('without entries every day has the current status', () => {
  expect(strip([])).toEqual(['active', 'active', 'active', 'active', 'active']);
});

it('today has the colour that lists show, and the days before do not', () => {
  expect(strip([], { tone: 'warning' })).toEqual(['active', 'active', 'active', 'active', 'warning']);
  expect(strip([], { tone: 'attention' })).toEqual(['active', 'active', 'active', 'active', 'error']);
});

it('a day has its worst status, even if it lasted an hour', () => {
  expect(strip([entry(2.2, 'error', 'active'), entry(2.1, 'active', 'error')])).toEqual([
    'active',
    'active',
    'error',
    'active',
    'active',
  ]);
});

it('the days before the first change have the status from before it', () => {
  expect(strip([entry(3, 'pending', 'active')])).toEqual([
    'pending',
    'pending',
    'pending',
    'active',
    'active',
  ]);
});

it('days before the creation have none, and the day of the first connection works', () => {
  const createdAt = new Date(first + 1.5 * dayMs).toISOString();
  expect(strip([entry(2.5, 'pending', 'active')], { createdAt })).toEqual([
    'none',
    'pending',
    'active',
    'active',
    'active',
  ]);
});

it('days before the oldest entry that was read are unknown', () => {
  expect(strip([entry(3.5, 'error', 'active')], { since: first + 3.5 * dayMs })).toEqual([
    'unknown',
    'unknown',
    'unknown',
    'error',
    'active',
  ]);
});

it('entries that changed no status, and the creation, are left out', () => {
  expect(statusChanges([entry(1, 'A', 'B', 'name'), entry(0, null, 'pending')])).toEqual([]);
});

it('the last days end today, and each begins at midnight', () => {
  const last = lastDays(now, 30);
  expect(last).toHaveLength(30);
  expect(last.at(-1)).toBe(new Date(now).setHours(0, 0, 0, 0));
  expect(last.every((start) => new Date(start).getHours() === 0)).toBe(true);
});
