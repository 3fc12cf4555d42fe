import { describe, expect, it } from 'vitest';
import type { Connection } from '../connector/connector.ts';
import { lastingCredentials } from '../connector/credentials.ts';
import { ProviderFailure } from '../connector/failure.ts';
import type { Provider } from '../connector/provider.ts';
import { type ScriptedAnswer, scripted } from '../connector/scripted.fixture.ts';
import { providers } from './index.ts';

const signal = new AbortController().signal;
const secret = 'entered';
const secrets = Object.fromEntries(
  [
    'accessToken',
    'refreshToken',
    'apiKey',
    'apiSecret',
    'userName',
    'username',
    'login',
    'password',
    'clientId',
    'clientSecret',
  ].map((name) => [name, secret]),
);

/** A connector whose provider gives the same answer to every request. */
const answering = (provider: Provider, answer: ScriptedAnswer) =>
  scripted(
    provider,
    Array.from({ length: 200 }, () => answer),
    { installation: provider.appValues.includes('developerToken') ? { app: { developerToken: 'dev' } } : {} },
  ).connector;

const required: Readonly<Record<string, string>> = { region: 'NA', publisherId: '1', accountId: '1' };
const requiredOf = ({ settingsFields }: Provider): Record<string, string> =>
  Object.fromEntries(
    settingsFields.flatMap(({ name, required: is }) => (is ? [[name, required[name] ?? '']] : [])),
  );
/** Every account that settings can name. */
const namedOf = (provider: Provider): Record<string, string> => ({
  ...Object.fromEntries(
    provider.settingsFields.flatMap(({ name }) => (/(Id|Code)$/.test(name) ? [[name, '1234567890']] : [])),
  ),
  ...requiredOf(provider),
});

const page: ScriptedAnswer = { text: '<html>We are down for maintenance.</html>' };

/** Requests a token like the authorization of the provider. */
const authorize = (provider: Provider, answer: ScriptedAnswer): Promise<unknown> => {
  const connector = answering(provider, answer);
  const settings = requiredOf(provider);
  const grant = {
    settings,
    redirectUri: 'https://patchbay.example/callback',
    code: 'code',
    codeVerifier: 'verifier',
  };
  return (
    connector.consent?.exchange(grant, signal) ??
    connector.login?.(secrets, settings, signal) ??
    Promise.reject(new Error('no way in'))
  );
};
/** Without the provider whose key is sent with every request. */
const issuing = providers.filter(({ connectFields }) => connectFields.every(({ name }) => name !== 'apiKey'));

const odd = [
  'null',
  '[]',
  '"text"',
  '5',
  '{}',
  '{"error":null,"errors":null,"response":null,"data":null}',
  '{"errors":[null],"data":[null],"response":[null],"elements":[null],"Accounts":[null],"items":[null]}',
  '{"error":{"details":[null,{"errors":[null,5,{"errorCode":null},{"errorCode":"x"},{"errorCode":[null]}]}],"errors":[null]}}',
  '{"errors":{"validationErrors":[null]},"error_codes":[null,{}],"paging":5,"pagination":[]}',
  '{"code":{},"response":{"error_id":{},"members":[null],"seatLookups":[null]},"request_status":"SUCCESS","Code":[]}',
];

describe.each(providers)('$provider', (provider) => {
  const connection: Connection = { settings: namedOf(provider), credentials: lastingCredentials(secrets) };

  it('an HTML page in place of an API answer is transient', async () => {
    for (const settings of [requiredOf(provider), namedOf(provider)])
      await expect(
        answering(provider, page).verify({ ...connection, settings }, signal),
      ).rejects.toMatchObject({ kind: 'transient' });
  });

  it('a status that asks for another attempt is transient at an API and at a login, whatever the body', async () => {
    for (const [status, text] of [
      [429, '{"error":"invalid_client"}'],
      [503, '{"error":"invalid_scope"}'],
      [503, '<html>Bad Gateway</html>'],
    ] as const) {
      const answer = { status, text };
      const verification = answering(provider, answer).verify(connection, signal);
      await expect(verification, `${status} ${text}`).rejects.toMatchObject({ kind: 'transient' });
      if (!issuing.includes(provider)) continue;
      const login = authorize(provider, answer);
      await expect(login, `${status} ${text}`).rejects.toMatchObject({ kind: 'transient' });
    }
  });

  it('the connector throws only provider failures, whatever the JSON', async () => {
    const bugs: unknown[] = [];
    for (const text of odd)
      for (const status of [200, 400]) {
        const note = (error: unknown): void => {
          if (!(error instanceof ProviderFailure)) bugs.push([status, text, error]);
        };
        await answering(provider, { status, text }).verify(connection, signal).catch(note);
        await authorize(provider, { status, text }).catch(note);
      }
    expect(bugs).toEqual([]);
  });
});

describe.each(issuing)('the token of $provider', (provider) => {
  it('a login answered with an HTML page is transient', async () => {
    await expect(authorize(provider, page)).rejects.toMatchObject({ kind: 'transient' });
  });

  it('an access token that no header can carry is refused', async () => {
    for (const token of ['two\nlines', 'tökn']) {
      const tokens = {
        access_token: token,
        refresh_token: 'refresh',
        accessToken: token,
        refreshToken: 'refresh',
      };
      const json = { code: 0, ...tokens, Token: token, data: tokens, response: { token } };
      await expect(authorize(provider, { json })).rejects.toMatchObject({ reason: 'unavailable' });
    }
  });
});

const connection: Connection = { settings: {}, credentials: lastingCredentials(secrets) };
/** Without the provider where the token itself authenticates. */
const revoking = providers.filter(
  (provider) => provider.provider !== 'meta_ads' && answering(provider, {}).revoke !== undefined,
);

it.each(revoking)(
  'a revocation at $provider that is refused is a fault of this installation, because its client signs in there',
  async (provider) => {
    for (const status of [401, 403]) {
      const connector = answering(provider, { status });
      await expect(connector.revoke?.(connection, signal)).rejects.toMatchObject({ kind: 'ours' });
    }
  },
);

it.each(['../../admin?x=', 'a/b', 'zwei\nZeilen'])(
  'an id from a provider stays one segment of a path: %j',
  async (id) => {
    const sent: string[] = [];
    for (const provider of providers) {
      const list = [{ id, account: `urn:li:sponsoredAccount:${id}`, organization: { id } }];
      const json = { request_status: 'SUCCESS', code: 0, data: list, elements: list, organizations: list };
      const installation = provider.appValues.includes('developerToken')
        ? { app: { developerToken: 'dev' } }
        : {};
      const answers = Array.from({ length: 5 }, () => ({
        json: { ...json, resourceNames: [`customers/${id}`] },
      }));
      const { connector, requests } = scripted(provider, answers, { installation });
      const settings = requiredOf(provider);
      await connector
        .verify({ settings, credentials: lastingCredentials(secrets) }, signal)
        .catch(() => undefined);
      sent.push(...requests.map(({ url }) => url));
    }
    const encoded = encodeURIComponent(id);
    expect(sent.filter((url) => url.includes(id))).toEqual([]);
    expect(
      sent
        .filter((url) => url.includes(`/${encoded}`))
        .map((url) => new URL(url).host)
        .toSorted(),
    ).toEqual(['ads-api.reddit.com', 'adsapi.snapchat.com', 'api.linkedin.com', 'googleads.googleapis.com']);
  },
);
