import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it } from 'vitest';
import { lastingCredentials, type Values } from '../../connector/credentials.ts';
import { scripted } from '../../connector/scripted.fixture.ts';
import { yahooDsp } from './provider.ts';

const signal = new AbortController().signal;
const clock = createManualClock('2026-11-15T12:00:00.900Z');
const fields = { clientId: 'the-client', clientSecret: 'the-secret' };
const credentials = lastingCredentials({ accessToken: 'access' });
const verify = (settings: Values, ...answers: Parameters<typeof scripted>[1]) =>
  scripted(yahooDsp, answers).connector.verify({ settings, credentials }, signal);

describe('the token', () => {
  const login = async (expires_in: unknown) => {
    const { connector, requests } = scripted(yahooDsp, [{ json: { access_token: 'a', expires_in } }], {
      clock,
      installation: { endpoints: { 'https://id.b2b.yahooincapis.com': 'http://127.0.0.1:9' } },
    });
    return { got: await connector.login?.(fields, {}, signal), request: requests[0] };
  };

  it.each([600, '600'])('the token lives as long as the answer says: %j', async (expires) => {
    const { got } = await login(expires);
    expect(got).toMatchObject({ expiresAt: new Date('2026-11-15T12:10:00.900Z'), renewAt: null });
  });

  it('the audience of the client assertion is the provider, also with configured endpoints', async () => {
    const { request } = await login(600);
    expect(request?.url).toBe('http://127.0.0.1:9/zts/v1/oauth2/token');
    const form = new URLSearchParams(request?.body);
    const payload = form.get('client_assertion')?.split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({
      aud: 'https://id.b2b.yahooincapis.com/zts/v1',
      iss: 'idb2b.dsp.dspapi.the-client',
      sub: 'idb2b.dsp.dspapi.the-client',
      iat: 1_794_744_000,
      exp: 1_794_744_600,
      jti: expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(request?.body).not.toContain('the-secret');
  });
});

describe('the seat', () => {
  const one = { id: 1, name: 'One' };
  const two = { id: 2, name: 'Two' };

  it.each([
    ['of an object', { currentSeat: one, seatLookups: [one, two] }],
    ['of an object with nothing but the list', { seatLookups: [one, two] }],
    ['of a bare list', [one, two]],
  ])('the seat is found in the answer: %s', async (_name, response) => {
    const answer = { json: { response, errors: null } };
    expect(await verify({}, answer)).toEqual({ name: 'One' });
    expect(await verify({ seatId: '2' }, answer)).toEqual({ name: 'Two' });
    await expect(verify({ seatId: '3' }, answer)).rejects.toMatchObject({ reason: 'account_not_found' });
  });

  it('an advertiser that is not in the seat is not found', async () => {
    const seats = { json: { response: [one] } };
    const advertisers = { json: { response: [{ id: 5, name: 'Five' }] } };
    const noMore = { json: { response: [] } };
    await expect(verify({ advertiserId: '6' }, seats, advertisers, noMore)).rejects.toMatchObject({
      reason: 'account_not_found',
    });
  });

  it('the advertisers of the current seat are listed without naming it', async () => {
    const answers = [
      { json: { response: { currentSeat: one, seatLookups: [one, two] } } },
      { json: { response: [{ id: 5, name: 'Five' }] } },
    ];
    const { connector, requests } = scripted(yahooDsp, answers);
    const settings = { seatId: '1', advertiserId: '5' };
    expect(await connector.verify({ settings, credentials }, signal)).toEqual({ name: 'Five' });
    expect(requests[1]?.url).not.toContain('seatId');
  });

  it('an advertiser of another seat is not checked against the list of the current one', async () => {
    const seats = { json: { response: { currentSeat: one, seatLookups: [one, two] } } };
    const settings = { seatId: '2', advertiserId: '6' };
    expect(await verify(settings, seats, { json: { response: [] } })).toEqual({ name: '6' });
    await expect(verify(settings, seats, { status: 403 })).rejects.toMatchObject({ reason: 'no_access' });
  });

  it.each([{ currentSeat: null, seatLookups: null }, { currentSeat: null }, {}, null])(
    'an answer about seats of another shape is transient: %j',
    async (response) => {
      await expect(verify({}, { json: { response } })).rejects.toMatchObject({ reason: 'unavailable' });
    },
  );
});

it('the failure about a refused client says what to do', async () => {
  const { connector } = scripted(yahooDsp, [{ status: 400, json: { error: 'invalid_client' } }]);
  await expect(connector.login?.(fields, {}, signal)).rejects.toMatchObject({
    reason: 'refused',
    hint: expect.stringContaining('undefined'),
  });
});
