import type { Integration } from './integration.ts';

export const created = new Date('2026-03-01T09:00:00.000Z');

/** A pending integration of Spring in Acme, with these differences. */
export const integrationWith = (differences: Partial<Integration> = {}): Integration => ({
  id: 'an-integration',
  workspace: {
    id: 'a-workspace',
    organizationId: 'an-organization',
    slug: 'spring',
    name: 'Spring',
    organizationName: 'Acme',
  },
  provider: 'criteo',
  name: 'Shop',
  status: 'pending',
  statusDetail: null,
  statusCheckedAt: null,
  lastError: null,
  lastErrorAt: null,
  settings: { advertiserId: '7' },
  connectedAt: null,
  connectedAccount: null,
  returnUrl: null,
  createdByEmail: 'ada@acme.example',
  createdAt: created,
  updatedAt: created,
  access: 'read',
  authorizationEndsAt: null,
  lastUsedAt: null,
  accounts: null,
  accountsChosenAt: null,
  ...differences,
});
