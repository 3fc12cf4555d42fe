import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it } from 'vitest';
import type { Connector } from '../../connector/connector.ts';
import { type ScriptedAnswer, scripted } from '../../connector/scripted.fixture.ts';
import { pinterestAds } from './provider.ts';

const signal = new AbortController().signal;
const start = new Date('2026-11-01T00:00:00Z');
const day = 86_400;
const after = (days: number): Date => new Date(start.getTime() + days * day * 1000);
const grant = { settings: {}, redirectUri: 'https://patchbay.example/callback', code: 'the-code' };

const tokens = (number: number, end: object): ScriptedAnswer => ({
  json: {
    access_token: `access-${number}`,
    refresh_token: `refresh-${number}`,
    expires_in: 30 * day,
    ...end,
  },
});

describe('the end of an authorization', () => {
  it('the authorization ends 60 days after the last renewal, which replaces the refresh token', async () => {
    const clock = createManualClock(start);
    const answers = [1, 2].map((number) => tokens(number, { refresh_token_expires_in: 60 * day }));
    const { connector, requests } = scripted(pinterestAds, answers, { clock });
    const { consent, renew } = connector as Required<Connector>;
    const credentials = await consent.exchange(grant, signal);
    expect(credentials).toMatchObject({ expiresAt: after(30), renewAt: after(24), endsAt: after(60) });
    await clock.advance(24 * day * 1_000);
    const renewed = await renew({ settings: {}, credentials }, signal);
    expect(renewed).toMatchObject({ expiresAt: after(54), renewAt: after(48), endsAt: after(84) });
    expect(renewed.secrets).toEqual({ accessToken: 'access-2', refreshToken: 'refresh-2' });
    expect(requests[1]?.body).toBe('grant_type=refresh_token&refresh_token=refresh-1');
  });

  it('the end of the authorization is read from the date when no seconds are given', async () => {
    const answer = tokens(1, { refresh_token_expires_at: after(60).getTime() / 1000 });
    const { connector } = scripted(pinterestAds, [answer], { clock: createManualClock(start) });
    expect(await connector.consent?.exchange(grant, signal)).toMatchObject({ endsAt: after(60) });
  });
});

it.each([429, 503])('an OAuth error beside the status %i is ignored', async (status) => {
  const { connector } = scripted(pinterestAds, [{ status, json: { message: 'invalid_grant' } }]);
  await expect(connector.consent?.exchange(grant, signal)).rejects.toMatchObject({ kind: 'transient' });
});
