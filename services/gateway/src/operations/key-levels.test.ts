import { type KeyLevel, keyLevels } from '@patchbay/access/caller';
import { describe, expect, it } from 'vitest';
import { apiKeyHeader, startGateway } from '../testing/gateway.ts';
import { operations } from './index.ts';

const perMinute = (limit: number) => ({ limit, windowSeconds: 60 });

describe('the levels that an operation accepts', () => {
  const accepting = operations.filter(({ credentials }) => credentials === 'session or key');

  it('accepted key levels are those of the contract', () => {
    const others: Record<string, readonly KeyLevel[]> = {
      getMe: ['user'],
      listOrganizationIntegrations: ['user', 'organization'],
    };
    const ofGroup: Record<string, readonly KeyLevel[]> = {
      organizations: ['user', 'organization'],
      audit: ['user', 'organization'],
      webhooks: ['user', 'organization'],
      workspaces: keyLevels,
      integrations: keyLevels,
      uses: keyLevels,
    };
    for (const { id, group, keyLevels: accepted } of accepting) {
      expect([id, accepted]).toEqual([id, others[id] ?? ofGroup[group]]);
    }
  });

  it('sign-in routes accept no API keys', () => {
    expect(accepting.filter(({ path }) => path.startsWith('/v1/auth/'))).toEqual([]);
  });

  it('a read that organization owns is refused like any other, and the answer of its call is not passed on', async () => {
    const { fetch } = await startGateway({ limits: { failedCredentialPerAddress: perMinute(1) } });
    for (const attempt of ['/v1/organizations/acme', '/v1/organizations/acme?unknown=1']) {
      const answer = await fetch(attempt, { headers: apiKeyHeader('workspace') });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ detail: expect.stringContaining('workspace') });
    }
  });

  it.each([
    ['/v1/me', 'workspace', 'workspace'],
    ['/v1/auth/session', 'user', 'only sessions'],
  ] as const)(
    'leave out, before validation and without a failed credential: %s by a %s key',
    async (path, level, detail) => {
      const { fetch, calls } = await startGateway({ limits: { failedCredentialPerAddress: perMinute(1) } });
      for (const attempt of [path, `${path}?unknown=1`]) {
        const answer = await fetch(attempt, { headers: apiKeyHeader(level) });
        expect(answer.status).toBe(401);
        expect(await answer.json()).toMatchObject({ detail: expect.stringContaining(detail) });
      }
      // Neither the operation nor, behind `read`, what it reads.
      const authentications = ['authenticateApiKey', 'read'];
      expect(calls.filter(({ method }) => !authentications.includes(method))).toEqual([]);
    },
  );
});
