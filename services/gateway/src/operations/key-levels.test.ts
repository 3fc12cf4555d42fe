import { type KeyLevel, keyLevels } from '@patchbay/access/caller';
import { describe, expect, it } from 'vitest';
import { apiKeyHeader, startGateway } from '../testing/gateway.ts';
import { invitation, user } from '../testing/values.ts';
import { operations } from './index.ts';

const perMinute = (limit: number) => ({ limit, windowSeconds: 60 });

const parameters = {
  orgSlug: 'acme',
  workspaceSlug: 'brand',
  userId: user.id,
  id: invitation.id,
  deliveryId: invitation.id,
  provider: 'google_ads',
  token: 't',
};
const pathOf = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name) => parameters[name as keyof typeof parameters]);

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

  const refused = operations
    .filter(({ credentials }) => credentials !== 'none')
    .flatMap(({ id, method, path, keyLevels: accepted }) =>
      keyLevels
        .filter((level) => !accepted?.includes(level))
        .map((level) => ({
          id,
          level,
          method,
          path: pathOf(path),
          detail: accepted ? level : 'only sessions',
        })),
    );

  it.each(refused)('leave out: $id by a $level key', async ({ level, method, path, detail }) => {
    const { fetch, calls } = await startGateway({ limits: { failedCredentialPerAddress: perMinute(1) } });
    // Refused before validation (the second path is invalid), and not counted as a failed credential.
    for (const attempt of [path, `${path}?unknown=1`]) {
      const answer = await fetch(attempt, { method, headers: apiKeyHeader(level) });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ detail: expect.stringContaining(detail) });
    }
    // Neither the operation nor, behind `read`, what it reads.
    const authentications = ['authenticateApiKey', 'read'];
    expect(calls.filter(({ method: called }) => !authentications.includes(called))).toEqual([]);
  });
});
