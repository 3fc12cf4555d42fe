import { v7 } from 'uuid';
import { afterEach, describe, expect, it } from 'vitest';
import { sharedAttemptBed } from '../attempts/attempts.fixture.ts';
import { type ConsentState, sealState } from '../attempts/consent.ts';
import { type FailureReason, sentenceOf } from '../connector/failure.ts';
import { asClient, type Tenant, tokenOf } from '../tenant.fixture.ts';
import { portalUrl, publicUrl } from '../test-bed.fixture.ts';

const bed = await sharedAttemptBed();
afterEach(() => {
  for (const provider of ['google_ads', 'google_ad_manager', 'rotating']) bed.fail(provider);
});

const page = (outcome: string, told: Record<string, string> = {}) => {
  const fragment = new URLSearchParams(told).toString();
  return `${portalUrl}/connect/outcome?outcome=${outcome}${fragment && `#${fragment}`}`;
};

/** A new integration, and its token and id. */
async function begin(tenant: Tenant, { provider = 'google_ads', returnUrl = '' } = {}) {
  const integration = await tenant.create({ provider, ...(returnUrl !== '' && { returnUrl }) });
  await tenant.trail();
  return { id: integration.id, token: tokenOf(integration) };
}

/** Where a consent leads to whose integration names no account. */
const connected = expect.stringContaining(`${page('connected', { account: 'Nordlicht Search' })}&choice=`);
const told = (reason: FailureReason) => ({
  reason: sentenceOf({ reason, hint: undefined }, 'consent', 'Google Ads'),
});

const statusOf = async (id: string) => (await bed.row('integrations', id))?.['status'];

describe('startConnectOauth', () => {
  it('a start returns the consent page with sealed state, PKCE challenge and our callback, and stores nothing', async () => {
    const tenant = bed.newTenant();
    const { id, token } = await begin(tenant);
    const before = await bed.row('integrations', id);
    const { authorizationUrl } = await bed.service.connect.startConnectOauth({ token }, asClient());
    const { searchParams } = new URL(authorizationUrl);
    expect(searchParams.get('redirect_uri')).toBe(`${publicUrl}/v1/connect/oauth/callback`);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    const state = searchParams.get('state') ?? '';
    expect(state).toMatch(/^[\w.-]+$/);
    for (const readable of [id, token]) expect(state).not.toContain(readable);
    expect(await bed.row('integrations', id)).toEqual(before);
    expect(await tenant.trail()).toEqual([]);
  });

  it('a start sends no PKCE challenge to a provider without PKCE', async () => {
    const { token } = await begin(bed.newTenant(), { provider: 'rotating' });
    const { authorizationUrl } = await bed.service.connect.startConnectOauth({ token }, asClient());
    expect([...new URL(authorizationUrl).searchParams.keys()]).not.toContain('code_challenge');
  });

  it('a start is refused for credentials providers, disabled integrations, providers without a client, fields and unknown tokens', async () => {
    const tenant = bed.newTenant();
    const start = (token: string, fields = {}) =>
      bed.service.connect.startConnectOauth({ token, fields }, asClient());
    const form = await begin(tenant, { provider: 'criteo' });
    await expect(start(form.token)).rejects.toMatchObject({ code: 'invalid', problems: [{ path: '' }] });
    const disabled = await begin(tenant);
    await bed.service.integrations.disableIntegration({ integrationId: disabled.id }, tenant.as());
    await expect(start(disabled.token)).rejects.toMatchObject({ code: 'conflict' });
    await expect(start((await begin(tenant)).token, { scope: 'all' })).rejects.toMatchObject({
      problems: [{ path: 'scope' }],
    });
    await expect(start('unknown')).rejects.toMatchObject({ code: 'not_found' });
    const bare = await bed.service.replica({ installations: {} });
    const { token } = await begin(tenant);
    await expect(bare.connect.startConnectOauth({ token }, asClient())).rejects.toMatchObject({
      code: 'conflict',
      publicText: expect.stringMatching(/Google Ads isn't fully set up/),
    });
    await bare.stop();
  });
});

describe('the access of an integration', () => {
  it('a start asks for the scopes of the access, and of an integration from before for the same as then', async () => {
    const tenant = bed.newTenant();
    const begun = async (access: 'read' | 'manage', isFromBefore = false) => {
      const integration = await tenant.create({ provider: 'google_ad_manager', access });
      if (isFromBefore)
        await bed.service.db.pool.query('update integrations set access = null where id = $1', [
          integration.id,
        ]);
      const token = tokenOf(integration);
      const { authorizationUrl } = await bed.service.connect.startConnectOauth({ token }, asClient());
      const scope = new URL(authorizationUrl).searchParams.get('scope')?.split('/').at(-1);
      return [scope, (await bed.service.connect.getConnectPage({ token }, asClient())).access];
    };
    expect(await begun('read')).toEqual(['admanager.readonly', 'read']);
    expect(await begun('manage')).toEqual(['admanager', 'manage']);
    expect(await begun('read', true)).toEqual(['admanager', 'manage']);
  });

  it('a consent that granted fewer scopes than the access needs ends in an error that names what is missing', async () => {
    const tenant = bed.newTenant();
    const integration = await tenant.create({ provider: 'google_ad_manager', access: 'manage' });
    const scope = 'https://www.googleapis.com/auth/admanager.readonly';
    bed.fail('google_ad_manager', '/token', { json: { access_token: 'a', expires_in: 60, scope } });
    const location = await bed.comeBack(await bed.consent(tokenOf(integration)));
    const detail =
      'Not everything that Google Ad Manager asked about was allowed. Connect again and allow all of it. Not allowed: changing the ad server.';
    expect(location).toBe(page('failed', { reason: detail }));
    expect(await bed.row('integrations', integration.id)).toMatchObject({
      status: 'error',
      status_detail: detail,
    });
    expect(await bed.row('credentials', integration.id)).toBeUndefined();
    bed.fail('google_ad_manager');
    await bed.comeBack(await bed.consent(tokenOf(integration)));
    expect(await bed.row('integrations', integration.id)).toMatchObject({
      status: 'active',
      status_detail: null,
    });
  });
});

describe('completeConnectOauth', () => {
  it('a completed consent connects, deletes the connect link and leads to the outcome page', async () => {
    const tenant = bed.newTenant();
    const { id, token } = await begin(tenant);
    expect(await bed.comeBack(await bed.consent(token))).toEqual(connected);
    expect(await bed.row('integrations', id)).toMatchObject({
      status: 'active',
      connected_account: expect.any(String),
    });
    expect(await tenant.trail()).toMatchObject([{ action: 'integration.connected', actor: 'client' }]);
    await expect(bed.service.connect.getConnectPage({ token }, asClient())).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('a declined consent changes nothing and the connect link still works', async () => {
    const tenant = bed.newTenant();
    const { id, token } = await begin(tenant);
    const before = await bed.row('integrations', id);
    expect(await bed.comeBack(await bed.consent(token, { decline: true }))).toBe(page('declined'));
    expect(await bed.row('integrations', id)).toEqual(before);
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.connect_failed', metadata: { kind: 'declined' } },
    ]);
    expect(await bed.comeBack(await bed.consent(token))).toEqual(connected);
  });

  it.each([
    [
      'permanent',
      '/token',
      { status: 400, json: { error: 'invalid_grant' } },
      'refused',
      'provider_refused',
      'failed',
      'error',
    ],
    ['transient', '/token', { status: 503 }, 'unavailable', 'temporarily_unavailable', 'retry', 'pending'],
  ] as const)(
    'a consent ends in a failure of the kind %s at %s',
    async (kind, path, answer, reason, error, shown, status) => {
      const tenant = bed.newTenant();
      const own = await begin(tenant);
      const back = await begin(tenant, { returnUrl: 'https://agency.example/back' });
      bed.fail('google_ads', path, answer);
      expect(await bed.comeBack(await bed.consent(own.token))).toBe(page(shown, told(reason)));
      expect(await bed.comeBack(await bed.consent(back.token))).toBe(
        `https://agency.example/back?status=error&integrationId=${back.id}&error=${error}`,
      );
      expect(await tenant.trail()).toMatchObject([
        { action: 'integration.connect_failed', metadata: { kind } },
        { action: 'integration.connect_failed', metadata: { kind } },
      ]);
      expect(await statusOf(own.id)).toBe(status);
      expect(await bed.row('credentials', own.id)).toBeUndefined();
    },
  );

  it('an unknown callback error changes, counts and logs nothing', async () => {
    const tenant = bed.newTenant();
    const { id, token } = await begin(tenant, { returnUrl: 'https://agency.example/' });
    const before = await bed.row('integrations', id);
    const state = new URLSearchParams(await bed.consent(token)).get('state') ?? '';
    const query = new URLSearchParams({ state, error: '<script>', error_description: 'anything' });
    expect(await bed.comeBack(query.toString())).toBe(
      `https://agency.example/?status=error&integrationId=${id}&error=invalid_request`,
    );
    expect(await bed.row('integrations', id)).toEqual(before);
    expect(await tenant.trail()).toEqual([]);
  });

  it('a state works once, also under concurrency', async () => {
    const tenant = bed.newTenant();
    const { token } = await begin(tenant);
    const query = await bed.consent(token);
    const locations = await Promise.all(Array.from({ length: 10 }, () => bed.comeBack(query)));
    expect(locations.filter((location) => location.includes('outcome=connected'))).toHaveLength(1);
    expect(locations.filter((location) => location === page('used'))).toHaveLength(9);
    expect((await tenant.trail()).map(({ action }) => action)).toEqual(['integration.connected']);
  });

  it('a callback without a code uses up its state and changes nothing', async () => {
    const tenant = bed.newTenant();
    const { id, token } = await begin(tenant, { returnUrl: 'https://agency.example/' });
    const before = await bed.row('integrations', id);
    const query = new URLSearchParams(await bed.consent(token));
    const state = query.get('state') ?? '';
    expect(await bed.comeBack(new URLSearchParams({ state }).toString())).toBe(
      `https://agency.example/?status=error&integrationId=${id}&error=invalid_request`,
    );
    expect(await bed.comeBack(query.toString())).toBe(page('used'));
    // A repeated code counts as none. Without a return URL the outcome page is shown.
    const own = await begin(tenant);
    const twice = new URLSearchParams(await bed.consent(own.token));
    twice.append('code', 'another');
    expect(await bed.comeBack(twice.toString())).toBe(page('failed'));
    expect(await tenant.trail()).toEqual([]);
    expect(await bed.row('integrations', id)).toEqual(before);
  });

  it('a callback without a valid state never leads to a return URL', async () => {
    const tenant = bed.newTenant();
    const { id, token } = await begin(tenant, { returnUrl: 'https://agency.example/' });
    const query = new URLSearchParams(await bed.consent(token));
    const state = query.get('state') ?? '';
    const code = query.get('code') ?? '';
    const linkId = (
      await bed.service.db.pool.query('select id from connect_links where integration_id = $1', [id])
    ).rows[0].id as string;
    const now = bed.service.clock.now().getTime();
    const good: ConsentState = { id: v7(), integrationId: id, linkId, expiresAt: now + 60_000 };
    const states = {
      missing: `code=${code}`,
      forged: `state=${state.slice(0, -3)}AAA&code=${code}`,
      expired: `state=${sealState(bed.service.sealer, { ...good, expiresAt: now })}&code=${code}`,
      huge: `state=${'x'.repeat(100_000)}&code=${code}`,
    };
    for (const text of Object.values(states)) expect(await bed.comeBack(text)).toBe(page('failed'));
    expect(await tenant.trail()).toEqual([]);
    // The unaltered state still works.
    expect(await bed.comeBack(query.toString())).toMatch(/status=connected/);
  });

  it('a consent completes although the connect link has expired meanwhile', async () => {
    const asked = { provider: 'google_ads', connectLinkExpiresInDays: 1 };
    const integration = await bed.newTenant().create(asked);
    await bed.service.pass(86_400_000 - 1);
    const query = await bed.consent(tokenOf(integration));
    await bed.service.pass(1);
    expect(await bed.comeBack(query)).toEqual(connected);
    expect(await statusOf(integration.id)).toBe('active');
  });

  const meanwhiles = [
    ['revokeConnectLink', 'used'],
    ['issueConnectLink', 'used'],
    ['disableIntegration', 'failed'],
    ['deleteIntegration', 'failed'],
  ] as const;

  it.each(meanwhiles)(
    'a consent does not connect after %s while the person was at the provider: %s',
    async (change, shown) => {
      const tenant = bed.newTenant();
      const { id, token } = await begin(tenant, { returnUrl: 'https://agency.example/' });
      const query = await bed.consent(token);
      const exchanges = bed.requests('google_ads', '/token').length;
      await bed.service.integrations[change]({ integrationId: id }, tenant.as('admin'));
      await tenant.trail();
      expect(await bed.comeBack(query)).toBe(page(shown));
      expect(await tenant.trail()).toEqual([]);
      expect(bed.requests('google_ads', '/token')).toHaveLength(exchanges);
      expect(await bed.row('credentials', id)).toBeUndefined();
    },
  );

  it.each(meanwhiles)(
    'a consent does not connect after %s during the exchange: %s',
    async (change, shown) => {
      const tenant = bed.newTenant();
      const { id, token } = await begin(tenant, { returnUrl: 'https://agency.example/' });
      const query = await bed.consent(token);
      const exchanges = bed.requests('google_ads', '/token').length;
      const release = bed.adProviders.of('google_ads').hold();
      const location = bed.comeBack(query);
      await bed.requested('google_ads', '/token', exchanges + 1);
      await bed.service.integrations[change]({ integrationId: id }, tenant.as('admin'));
      await tenant.trail();
      release();
      expect(await location).toBe(page(shown));
      expect(await tenant.trail()).toEqual([]);
      expect(await bed.row('credentials', id)).toBeUndefined();
    },
  );

  it('two consents of one connect link that end together connect once', async () => {
    const tenant = bed.newTenant();
    const { token } = await begin(tenant);
    const queries = [await bed.consent(token), await bed.consent(token)];
    const locations = await Promise.all(queries.map((query) => bed.comeBack(query)));
    expect(locations.toSorted()).toEqual([connected, page('used')]);
    expect(await tenant.trail()).toHaveLength(1);
  });
});
