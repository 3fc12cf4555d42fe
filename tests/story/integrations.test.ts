import type { AdProviders } from '@patchbay/testing/ad-providers/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, type AuditLog, apiAt, firstBrokenLink, trailOf } from '../api.ts';
import { signUpAndIn, signUpOf } from '../people.ts';
import { type Platform, sharedPlatform } from '../platform.ts';

interface Integration {
  readonly id: string;
  readonly status: string;
  readonly statusDetail: string | null;
  readonly lastError: string | null;
  readonly connectedAccount: string | null;
  readonly connectLink: { readonly connectUrl: string } | null;
  readonly connectUrl: string;
}

const signUp = signUpOf('connecting');
const organization = `/v1/organizations/${signUp.organizationSlug}`;
const workspace = `${organization}/workspaces/spring`;
const integrations = `${workspace}/integrations`;
/** As the simulator of the provider expects them. */
const credentials = { clientId: 'criteo-client', clientSecret: 'criteo-customer-secret' };
const wrongSecret = 'criteo-mistyped-secret';

let platform: Platform;
let providers: AdProviders;
let client: Api;
let ada: Api;
let key: Api;
/** Every connect token and state that was handed out. */
const secrets: string[] = [credentials.clientSecret, wrongSecret];
const used = ['criteo', 'google_ads'] as const;
/** Other files use the same platform. */
const unexpectedBefore = new Map<string, number>();

beforeAll(async () => {
  platform = await sharedPlatform();
  ({ providers } = platform);
  for (const provider of used) unexpectedBefore.set(provider, providers.of(provider).unexpected.length);
  client = apiAt(platform.address);
  ada = client.withSession(await signUpAndIn(client, platform.smtp, signUp));
  await ada.post(`${organization}/workspaces`, { name: 'Spring', slug: 'spring' });
  const created = await ada.post<{ key: string }>(`${organization}/api-keys`, {
    name: 'Checks',
    level: 'workspace',
    role: 'member',
    workspaceSlug: 'spring',
  });
  key = client.withKey(created.body.key);
});

/** The path of a connect link in the API. */
function linkOf({ connectUrl }: Pick<Integration, 'connectUrl'>): string {
  expect(connectUrl).toMatch(new RegExp(`^${platform.portal}/connect/[\\w-]{43}$`));
  const token = connectUrl.split('/').at(-1) ?? '';
  secrets.push(token);
  return `/v1/connect/${token}`;
}

const read = async (id: string): Promise<Integration> =>
  (await ada.get<Integration>(`${integrations}/${id}`)).body;

/** Where a browser is sent by an address of the API. */
async function browse(address: URL | string): Promise<URL> {
  const { status, headers } = await fetch(address, { redirect: 'manual' });
  expect(status).toBe(302);
  return new URL(headers.get('location') ?? '');
}

/** Begins a consent by a link and gives or refuses it at the provider: the address that the browser comes back to. */
async function consent(link: string, options?: { decline: boolean }): Promise<URL> {
  const { status, body } = await client.post<{ authorizationUrl: string }>(`${link}/oauth`);
  expect(status).toBe(200);
  const back = await providers.consent(body.authorizationUrl, options);
  secrets.push(back.searchParams.get('state') ?? '');
  return back;
}

describe('an integration with credentials', () => {
  let id: string;
  let link: string;

  it('an integration with credentials is in error after wrong credentials, and its link still works', async () => {
    const created = await ada.post<Integration>(integrations, {
      provider: 'criteo',
      name: 'Nordlicht retail',
    });
    expect(created).toMatchObject({ status: 201, body: { status: 'pending', createdByEmail: signUp.email } });
    ({ id } = created.body);
    link = linkOf(created.body);
    const refused = await client.post(`${link}/credentials`, { ...credentials, clientSecret: wrongSecret });
    expect(refused).toMatchObject({
      status: 200,
      body: { status: 'error', statusDetail: expect.any(String), connectedAccount: null },
    });
    expect((await client.get(link)).body).toMatchObject({ status: 'error' });
  });

  it('an integration with credentials is active after the right credentials, which use up its link', async () => {
    const { status, body } = await client.post(`${link}/credentials`, credentials);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'active',
      statusDetail: null,
      lastError: null,
      connectedAccount: 'Nordlicht Retail',
      returnUrl: null,
    });
    expect(await read(id)).toMatchObject({ status: 'active', connectLink: null, statusDetail: null });
    expect((await client.get(link)).status).toBe(404);
    expect((await client.post(`${link}/credentials`, credentials)).status).toBe(404);
  });

  it('an integration with credentials stays active while the provider is down, and says so', async () => {
    const provider = providers.of('criteo');
    provider.fail(provider.simulator.faults.find(({ name }) => name === 'unavailable'));
    const down = await key.post<Integration>(`${integrations}/${id}/verify`);
    expect(down).toMatchObject({ status: 200, body: { status: 'active', lastError: expect.any(String) } });
    provider.fail();
    const up = await key.post<Integration>(`${integrations}/${id}/verify`);
    expect(up).toMatchObject({ status: 200, body: { status: 'active', lastError: null } });
  });
});

describe('an integration with a consent', () => {
  const returnUrl = 'http://localhost:9/done?client=7#top';
  let id: string;
  let link: string;
  let choice: string;

  it('the consent of a client leads back to where the agency wants the client to land', async () => {
    const created = await ada.post<Integration>(integrations, {
      provider: 'google_ads',
      name: 'Nordlicht search',
      returnUrl,
    });
    expect(created.status).toBe(201);
    ({ id } = created.body);
    link = linkOf(created.body);
    const landed = await browse(await consent(link));
    expect(landed.href).toBe(`http://localhost:9/done?client=7&status=connected&integrationId=${id}#top`);
    expect(await read(id)).toMatchObject({ status: 'active', connectedAccount: 'Nordlicht Search' });
    expect((await client.post(`${link}/oauth`)).status).toBe(404);
  });

  it('the consent of a client leads to a page of the Portal where there is no return address, and from a second callback', async () => {
    expect((await ada.patch(`${integrations}/${id}`, { returnUrl: null })).status).toBe(200);
    link = linkOf((await ada.post<Integration>(`${integrations}/${id}/connect-link`)).body);
    const outcome = (word: string) => `${platform.portal}/connect/outcome?outcome=${word}`;
    const declined = await consent(link, { decline: true });
    expect((await browse(declined)).href).toBe(outcome('declined'));
    const back = await consent(link);
    const connected = await browse(back);
    expect(connected.href.split('&')[0]).toBe(`${outcome('connected')}#account=Nordlicht+Search`);
    choice = new URLSearchParams(connected.hash.slice(1)).get('choice') ?? '';
    secrets.push(choice);
    const aboutRequest = /^#requestId=[0-9a-f-]{36}$/;
    const ended = async (address: Parameters<typeof browse>[0]) => {
      const { href, hash } = await browse(address);
      expect(hash).toMatch(aboutRequest);
      return href.slice(0, -hash.length);
    };
    expect(await ended(back)).toBe(outcome('used'));
    const forged = new URL(back);
    forged.searchParams.set('state', `${back.searchParams.get('state')}x`);
    expect(await ended(forged)).toBe(outcome('failed'));
    expect(await ended(`${platform.address}/v1/connect/oauth/callback`)).toBe(outcome('failed'));
  });

  it('the client who consented chooses the account, which the answer shows', async () => {
    const { body } = await client.get<{ accounts: { id: string; name: string }[] }>(
      `/v1/connect/${choice}/accounts`,
    );
    const shop = body.accounts.find(({ name }) => name === 'Nordlicht Shop');
    const chosen = await client.post(`/v1/connect/${choice}/accounts`, { accountIds: [shop?.id] });
    expect(chosen).toMatchObject({
      status: 200,
      body: { status: 'active', connectedAccount: 'Nordlicht Shop' },
    });
    expect(await read(id)).toMatchObject({
      settings: { customerId: shop?.id },
      accounts: [shop].map((account) => ({ id: account?.id, name: account?.name })),
    });
    await platform.runDue();
    expect(await read(id)).toMatchObject({ connectedAccount: 'Nordlicht Shop' });
    const gone = await client.post(`/v1/connect/${choice}/account`, { accountId: shop?.id });
    expect(gone).toMatchObject({ status: 404 });
  });

  it('an integration with a consent is revoked at the provider after it was deleted', async () => {
    const provider = providers.of('google_ads');
    const before = provider.requests.length;
    expect((await ada.delete(`${integrations}/${id}`)).status).toBe(204);
    expect((await ada.get(`${integrations}/${id}`)).status).toBe(404);
    await provider.until((requests) => requests.slice(before).some(({ url }) => url.endsWith('/revoke')));
  });
});

describe('after all changes of integrations', () => {
  const actorsOf = (trail: readonly AuditLog[]) =>
    trail
      .filter(({ action }) => action.startsWith('integration.'))
      .map(({ action, actor, target, metadata }) =>
        [target.name, action.slice('integration.'.length), actor.type, metadata['kind']]
          .filter(Boolean)
          .join(' '),
      );
  const expected = [
    'Nordlicht retail created user',
    'Nordlicht retail connect_failed client permanent',
    'Nordlicht retail connected client',
    'Nordlicht search created user',
    'Nordlicht search connected client',
    'Nordlicht search updated user',
    'Nordlicht search connect_link_issued user',
    'Nordlicht search connect_failed client declined',
    'Nordlicht search connected client',
    'Nordlicht search accounts_chosen client',
    'Nordlicht search deleted user',
  ];

  it('all changes of integrations are in the trail, in order, with their actors', async () => {
    await platform.runDue();
    const trail = await trailOf(ada, signUp.organizationSlug);
    expect(actorsOf(trail)).toEqual(expected);
    expect(firstBrokenLink(trail)).toBeUndefined();
    const byClient = trail.filter(({ actor }) => actor.type === 'client');
    for (const { actor, workspace: place } of byClient) {
      expect(actor).toMatchObject({ id: null, email: null, name: null });
      expect(place).toEqual({ slug: 'spring', name: 'Spring' });
    }
  });

  it('all requests to providers were as the providers document them', () => {
    for (const provider of used)
      expect(providers.of(provider).unexpected.slice(unexpectedBefore.get(provider))).toEqual([]);
  });

  it('connecting integrations leaves no secret in the trail and in the log', async () => {
    const given = ['criteo', 'google_ads'].flatMap((name) => providers.of(name).simulator.secrets());
    const all = [...new Set([...secrets, ...given])].filter((secret) => secret !== '');
    const trail = JSON.stringify(await trailOf(ada, signUp.organizationSlug));
    const written = trail + platform.log();
    expect(all.filter((secret) => written.includes(secret))).toEqual([]);
  });
});
