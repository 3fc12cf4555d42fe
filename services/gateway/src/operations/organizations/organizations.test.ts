import { describe, expect, it } from 'vitest';
import { bearer, startGateway } from '../../testing/gateway.ts';
import { organization } from '../../testing/values.ts';

const presented = {
  id: organization.id,
  slug: 'acme',
  name: 'Acme Media',
  role: 'admin',
  domainRole: 'member',
  createdAt: '2026-11-15T09:30:00.000Z',
};

describe('organizations', () => {
  it('organizations are listed for the caller', async () => {
    const { fetch } = await startGateway();
    const response = await fetch('/v1/organizations', { headers: bearer });
    expect(await response.json()).toEqual({ organizations: [presented] });
  });

  it('an organization is read by two calls, because organization resolves access itself', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch('/v1/organizations/acme', { headers: bearer });
    expect(await response.json()).toEqual(presented);
    expect(calls.map(({ method }) => method)).toEqual(['authenticate', 'getOrganization']);
  });

  it('an organization without a domain has no field for it', async () => {
    const withDomain = { organization: { ...organization, domain: 'acme.example' } };
    const { fetch } = await startGateway({
      implementations: { organization: { getOrganization: () => withDomain } },
    });
    const response = await fetch('/v1/organizations/acme', { headers: bearer });
    expect(await response.json()).toEqual({ ...presented, domain: 'acme.example' });
  });
});
