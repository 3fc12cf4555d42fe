import type { ApiKey } from './api-key.ts';

export const now = new Date('2026-03-01T12:00:00.000Z');
const dayMs = 24 * 60 * 60 * 1000;
export const days = (count: number): Date => new Date(now.getTime() + count * dayMs);

export const grace = { userId: 'grace-id', email: 'grace@acme.example', name: 'Grace' };
export const ada = { userId: 'ada-id', email: 'ada@acme.example', name: 'Ada' };
export const spring = { id: 'a-workspace', slug: 'spring', name: 'Spring' };

/** An active organization-level key that Grace created ten days ago and that never expires. */
export const keyWith = (more: Partial<ApiKey> = {}): ApiKey => ({
  id: 'a-key',
  lineId: 'a-line',
  organizationId: 'an-organization',
  name: 'Reports',
  prefix: 'pby_0123456789A',
  level: 'organization',
  role: 'member',
  workspace: null,
  creator: grace,
  status: 'active',
  createdAt: days(-10),
  expiresAt: null,
  rotatedAt: null,
  replacedBy: null,
  revokedAt: null,
  lastRequestAt: null,
  ...more,
});
