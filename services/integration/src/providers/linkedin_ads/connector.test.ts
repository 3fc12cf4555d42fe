import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it } from 'vitest';
import type { Connector } from '../../connector/connector.ts';
import { type ScriptedAnswer, scripted } from '../../connector/scripted.fixture.ts';
import { linkedinAds } from './provider.ts';

const signal = new AbortController().signal;
const consentedAt = new Date('2026-11-01T00:00:00Z');
const day = 86_400;
const after = (days: number): Date => new Date(consentedAt.getTime() + days * day * 1000);
const grant = { settings: {}, redirectUri: 'https://patchbay.example/callback', code: 'the-code' };

const tokens = (accessDays: number, refreshDays?: number): ScriptedAnswer => ({
  json: {
    access_token: 'access',
    expires_in: accessDays * day,
    ...(refreshDays !== undefined && {
      refresh_token: 'refresh',
      refresh_token_expires_in: refreshDays * day,
    }),
  },
});

/** Connects on the day of consent, then renews on the given day. */
async function connectAndRenew(renewalDay: number, answers: readonly ScriptedAnswer[]) {
  const clock = createManualClock(consentedAt);
  const { connector } = scripted(linkedinAds, answers, { clock });
  const { consent, renew } = connector as Required<Connector>;
  const credentials = await consent.exchange(grant, signal);
  await clock.advance(renewalDay * day * 1_000);
  return { credentials, renewed: await renew({ settings: {}, credentials }, signal) };
}

describe('the end of an authorization', () => {
  it('the authorization ends one year after the consent, whatever a renewal says', async () => {
    const { credentials, renewed } = await connectAndRenew(48, [tokens(60, 365), tokens(60, 365)]);
    expect(credentials).toMatchObject({ expiresAt: after(60), renewAt: after(48), endsAt: after(365) });
    expect(renewed).toMatchObject({ expiresAt: after(108), renewAt: after(96), endsAt: after(365) });
  });

  it('the last access token is not renewed and ends with the authorization', async () => {
    const { renewed } = await connectAndRenew(330, [tokens(60, 365), tokens(35, 35)]);
    expect(renewed).toMatchObject({ expiresAt: after(365), renewAt: null, endsAt: after(365) });
  });

  it('the end of the authorization is kept when a renewal does not name it', async () => {
    const { renewed } = await connectAndRenew(48, [tokens(60, 365), tokens(60)]);
    expect(renewed).toMatchObject({ renewAt: after(96), endsAt: after(365) });
    expect(renewed.secrets).toEqual({ accessToken: 'access', refreshToken: 'refresh' });
  });

  it('the authorization of an app without refresh tokens ends with its access token', async () => {
    const { connector } = scripted(linkedinAds, [tokens(60)], { clock: createManualClock(consentedAt) });
    const { consent, renew } = connector as Required<Connector>;
    const credentials = await consent.exchange(grant, signal);
    expect(credentials).toMatchObject({ expiresAt: after(60), renewAt: null, endsAt: after(60) });
    await expect(renew({ settings: {}, credentials }, signal)).rejects.toMatchObject({ reason: 'ended' });
  });
});

describe('the account that is shown', () => {
  const credentials = { secrets: { accessToken: 'access' }, expiresAt: null, renewAt: null, endsAt: null };

  it('an account of the settings that the provider does not know is not found', async () => {
    const { connector } = scripted(linkedinAds, [{ status: 404, json: { status: 404 } }]);
    await expect(
      connector.verify({ settings: { adAccountId: '500100009' }, credentials }, signal),
    ).rejects.toMatchObject({ reason: 'account_not_found' });
  });

  it('the first account is shown by its id when its name may not be read', async () => {
    const { connector } = scripted(linkedinAds, [
      { json: { elements: [{ account: 'urn:li:sponsoredAccount:500100001', role: 'VIEWER' }] } },
      { status: 403, json: { status: 403, code: 'NO_PERMISSION_ON_ENTITY' } },
    ]);
    expect(await connector.verify({ settings: {}, credentials }, signal)).toEqual({ name: '500100001' });
  });
});
