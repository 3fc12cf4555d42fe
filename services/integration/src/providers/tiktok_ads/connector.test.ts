import { describe, expect, it } from 'vitest';
import { lastingCredentials } from '../../connector/credentials.ts';
import { scripted } from '../../connector/scripted.fixture.ts';
import { tiktokAds } from './provider.ts';

const signal = new AbortController().signal;
const connection = { settings: {}, credentials: lastingCredentials({ accessToken: 'access' }) };
const list = (text: string) => ({ text: `{"code":0,"data":{"list":${text}}}` });
const redirectUri = 'https://patchbay.example/callback';

describe('an authorization', () => {
  it('the consent URL has only app id, state and redirect URI', () => {
    const { connector } = scripted(tiktokAds, []);
    const url = new URL(
      connector.consent?.authorizationUrl({ settings: {}, redirectUri, state: 'the-state' }) ?? '',
    );
    expect(Object.fromEntries(url.searchParams)).toEqual({
      app_id: 'our-client',
      state: 'the-state',
      redirect_uri: redirectUri,
    });
  });

  it('an authorization does not end and is not renewed', async () => {
    const { connector, requests } = scripted(tiktokAds, [
      { json: { code: 0, data: { access_token: 'access', advertiser_ids: [], scope: [4] } } },
    ]);
    const settings = { environment: 'sandbox' };
    const credentials = await connector.consent?.exchange({ settings, redirectUri, code: 'one' }, signal);
    expect(credentials).toEqual(lastingCredentials({ accessToken: 'access' }));
    expect(requests[0]?.url).toBe('https://sandbox-ads.tiktok.com/open_api/v1.3/oauth2/access_token/');
  });
});

describe('the advertiser that is shown', () => {
  it('advertiser ids beyond 2^53 are compared with every digit', async () => {
    const { connector } = scripted(tiktokAds, [
      list(
        '[{"advertiser_id":7300000000000000101,"advertiser_name":"A"},{"advertiser_id":7300000000000000102,"advertiser_name":"B"}]',
      ),
    ]);
    const settings = { advertiserId: '7300000000000000102' };
    expect(await connector.verify({ ...connection, settings }, signal)).toEqual({ name: 'B' });
  });

  it('an advertiser is found in a partial answer', async () => {
    const { connector } = scripted(tiktokAds, [
      { json: { code: 20_001, data: { list: [{ advertiser_id: '73000', advertiser_name: 'A' }] } } },
    ]);
    expect(await connector.verify(connection, signal)).toEqual({ name: 'A' });
  });
});

describe('a failed answer', () => {
  it('a numeric code of a failed answer is logged, any other code is logged as unknown', async () => {
    for (const [code, logged] of [
      [40_002, '40002'],
      ['40002', '40002'],
      ['access_token=secret', 'unknown'],
    ]) {
      const { connector } = scripted(tiktokAds, [{ json: { code } }]);
      await expect(connector.verify(connection, signal)).rejects.toMatchObject({
        kind: 'ours',
        code: logged,
      });
    }
  });
});

describe('a revocation', () => {
  it.each([40_102, 40_105])('a revocation of an ended token is a success (%i)', async (code) => {
    const { connector } = scripted(tiktokAds, [{ json: { code } }]);
    await expect(connector.revoke?.(connection, signal)).resolves.toBeUndefined();
  });

  it.each([
    [50_000, 'transient'],
    [40_101, 'ours'],
    [40_113, 'ours'],
    [40_002, 'ours'],
  ])('a revocation fails otherwise (%i is %s)', async (code, kind) => {
    const { connector } = scripted(tiktokAds, [{ json: { code } }]);
    await expect(connector.revoke?.(connection, signal)).rejects.toMatchObject({ kind });
  });
});
