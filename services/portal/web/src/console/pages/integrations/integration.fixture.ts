import type { Schemas } from '../../../api/answer.ts';

export const now = Date.parse('2026-11-16T12:00:00Z');
/** The ISO time in a number of days. */
export const day = (number: number): string => new Date(now + number * 86_400_000).toISOString();

/** An active integration with the changes applied. */
export const integration = (changes: Partial<Schemas['Integration']>): Schemas['Integration'] => ({
  id: '0199c1f3-5a71-7c86-9e29-b3eaf5f7c807',
  workspaceId: '0199c1f3-5a71-7c86-9e29-b3eaf5f7c808',
  provider: 'the_trade_desk',
  providerName: 'The Trade Desk',
  category: 'dsp',
  authMethod: 'credentials',
  name: 'Nordlicht',
  status: 'active',
  statusDetail: null,
  statusCheckedAt: day(0),
  lastError: null,
  lastErrorAt: null,
  settings: {},
  connectedAt: day(-10),
  connectedAccount: 'Nordlicht Media',
  returnUrl: null,
  connectLink: null,
  createdByEmail: null,
  createdAt: day(-20),
  updatedAt: day(-10),
  access: 'read',
  authorizationEndsAt: null,
  lastUsedAt: null,
  accounts: null,
  ...changes,
});
