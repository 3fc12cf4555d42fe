import type { Schemas } from '@patchbay/client';
import { expect, it } from 'vitest';
import { liveKeysOf } from './live-keys.ts';

const key = (name: string, fields: Partial<Schemas['ApiKey']>): Schemas['ApiKey'] => ({
  id: name,
  name,
  prefix: 'pby_abc',
  level: 'workspace',
  role: 'member',
  creatorEmail: 'ada@acme.example',
  status: 'active',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  ...fields,
});

it('tells keys that end with their creator from those of the organization, and leaves out dead ones and those of others', () => {
  const { ending, staying } = liveKeysOf(
    [
      key('personal', { level: 'user', role: null }),
      key('workspace', { creatorEmail: 'Ada@acme.example' }),
      key('disabled', { status: 'disabled' }),
      key('revoked', { status: 'revoked' }),
      key('expired', { status: 'expired' }),
      key('organization', { level: 'organization' }),
      key('other', { creatorEmail: 'bob@acme.example' }),
    ],
    'ada@acme.example',
  );
  expect(ending.map(({ name }) => name)).toEqual(['personal', 'workspace', 'disabled']);
  expect(staying.map(({ name }) => name)).toEqual(['organization']);
});
