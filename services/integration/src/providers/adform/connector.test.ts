import { expect, it } from 'vitest';
import { lastingCredentials } from '../../connector/credentials.ts';
import { scripted } from '../../connector/scripted.fixture.ts';
import { adform } from './provider.ts';

const signal = new AbortController().signal;
const credentials = lastingCredentials({ accessToken: 'access' });
const fields = { clientId: 'client', clientSecret: 'secret' };

it('the login asks for the advertiser scope unless the settings name others', async () => {
  const scopes = 'https://api.adform.com/scope/eapi https://api.adform.com/scope/buyer.stats';
  const { connector, requests } = scripted(adform, [
    { json: { access_token: 'a' } },
    { json: { access_token: 'b' } },
  ]);
  await connector.login?.(fields, {}, signal);
  await connector.login?.(fields, { scopes }, signal);
  expect(requests.map(({ body }) => new URLSearchParams(body).get('scope'))).toEqual([
    'https://api.adform.com/scope/buyer.advertisers.readonly',
    scopes,
  ]);
});

it('the failure about a scope that is not assigned says what to do', async () => {
  const { connector } = scripted(adform, [{ status: 400, json: { error: 'invalid_scope' } }]);
  await expect(connector.login?.(fields, {}, signal)).rejects.toMatchObject({
    reason: 'scope_missing',
    hint: expect.stringContaining('Adform Support'),
  });
});

it('an advertiser that is on no page is not found', async () => {
  const full = Array.from({ length: 100 }, (_, id) => ({ id, name: 'Another' }));
  const { connector, requests } = scripted(adform, [{ json: full }, { json: [{ id: 100 }] }, { json: [] }]);
  const connection = { settings: { advertiserId: '4711' }, credentials };
  await expect(connector.verify(connection, signal)).rejects.toMatchObject({ reason: 'account_not_found' });
  expect(requests.map(({ url }) => new URL(url).search)).toEqual([
    '?limit=100',
    '?limit=100&offset=100',
    '?limit=100&offset=101',
  ]);
});

it('a search is transient when the provider ignores the offset', async () => {
  const page = { json: [{ id: 1, name: 'One' }] };
  const { connector, requests } = scripted(adform, [page, page]);
  const connection = { settings: { advertiserId: '4711' }, credentials };
  await expect(connector.verify(connection, signal)).rejects.toMatchObject({ reason: 'unavailable' });
  expect(requests).toHaveLength(2);
});
