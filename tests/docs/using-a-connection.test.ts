import { readFileSync } from 'node:fs';
import { type Schemas } from '@patchbay/client';
import { providers as declared } from '@patchbay/integration/providers';
import { type RelayRequest, requestOf, rowsOf } from '@patchbay/portal-web/first-read';
import type { AdProviders } from '@patchbay/testing/ad-providers/server';
import type { TestSmtpServer } from '@patchbay/testing/smtp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiAt } from '../api.ts';
import { signUpAndIn, signUpOf } from '../people.ts';
import { type Platform, sharedPlatform } from '../platform.ts';
import { type Command, type CurlRequest, commandsIn, curlOf, type Variables, wordsOf } from './curl.ts';
import { run, send } from './run.ts';

const slug = 'acme-connection';
/** With the slug of the reader. */
const page = readFileSync(new URL('../../docs/using-a-connection.md', import.meta.url), 'utf8').replaceAll(
  /\bacme\b/g,
  slug,
);
const [opening = '', , ...rest] = page.split(/^## /m).slice(1);
const sections = rest
  .join('')
  .split(/^### /m)
  .slice(1)
  .map((text) => ({ provider: /\(`(\w+)`\)$/m.exec(text)?.[1] ?? '', text }));

/** Settings for the examples where the way of the simulator that names the account has others. */
const otherSettings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  adform: {
    advertiserId: '4149',
    scopes: ['buyer.advertisers.readonly', 'buyer.campaigns.api.readonly', 'buyer.stats']
      .map((scope) => `https://api.adform.com/scope/${scope}`)
      .join(' '),
  },
  // Reports are on the supply platform, which has networks.
  equativ: { networkId: '4052' },
};

interface Key {
  readonly id: string;
  readonly key: string;
}

const workspace = `/v1/organizations/${slug}/workspaces/spring`;
let smtp: TestSmtpServer;
let providers: AdProviders;
let platform: Platform;
let client: Api;
let token: string;
let ada: Api;
/** With grants for the account of the settings, and for every account. */
let pinned: Key;
let every: Key;

beforeAll(async () => {
  platform = await sharedPlatform();
  ({ smtp, providers } = platform);
  client = apiAt(platform.address);
  token = await signUpAndIn(client, smtp, signUpOf(slug));
  ada = client.withSession(token);
  await ada.post(`/v1/organizations/${slug}/workspaces`, { name: 'Spring', slug: 'spring' });
  pinned = await newKey();
  every = await newKey();
});

async function newKey(): Promise<Key> {
  const { body } = await ada.post<Key>(`/v1/organizations/${slug}/api-keys`, {
    name: 'Reports',
    level: 'workspace',
    role: 'member',
    workspaceSlug: 'spring',
  });
  return body;
}

/** Connects an account that the settings name; resolves with the id of the integration. */
async function connect(provider: string): Promise<string> {
  const { simulator } = providers.of(provider);
  const account = declared.find((each) => each.provider === provider)?.use.accountSettings[0] ?? '';
  const way = simulator.ways.find(({ settings }) => account in settings) ?? simulator.ways[0];
  const settings = otherSettings[provider] ?? way.settings;
  const created = await ada.post<{ id: string; connectUrl: string }>(`${workspace}/integrations`, {
    provider,
    name: provider,
    settings,
  });
  expect(created).toMatchObject({ status: 201 });
  const { id, connectUrl } = created.body;
  const link = `/v1/connect/${connectUrl.split('/').at(-1)}`;
  if (Object.keys(way.fields).length > 0) await client.post(`${link}/credentials`, way.fields);
  else {
    const { body } = await client.post<{ authorizationUrl: string }>(`${link}/oauth`);
    await fetch(await providers.consent(body.authorizationUrl), { redirect: 'manual' });
  }
  expect((await ada.get(`${workspace}/integrations/${id}`)).body).toMatchObject({ status: 'active' });
  return id;
}

const isAssignment = ({ text }: Command): boolean => /^\w+=/.test(text);

/** The variables of the page, with values of the test where it has some. */
function variablesWith(known: Variables): Variables {
  const variables = { PATCHBAY: platform.address, TOKEN: token, ...known };
  for (const { text } of commandsIn(opening).filter(isAssignment)) {
    const [, name = '', value = ''] = /^(\w+)=(\S+)/.exec(text) ?? [];
    if (!(name in variables)) Object.assign(variables, { [name]: wordsOf(value, variables).join('') });
  }
  return variables;
}

describe('the page about using a connection', () => {
  it('the page about using a connection has an example for every provider', () => {
    expect(sections.map(({ provider }) => provider)).toEqual(declared.map(({ provider }) => provider));
  });

  it('the first commands of the page create a grant, read through it, and show accounts and uses', async () => {
    const [ID, { id: KEY_ID, key: KEY }] = [await connect('google_ads'), await newKey()];
    const variables = variablesWith({ ID, KEY_ID, KEY });
    for (const command of commandsIn(opening).filter((each) => !isAssignment(each))) {
      // Uses and requests are gathered in memory, and written every two seconds.
      if (/\/(uses|requests)\b/.test(command.text)) await platform.runDue();
      expect(await run(command, variables)).toBe(command.text.includes('$RELAY') ? 'provider' : null);
    }
  });
});

/** The request at the relay of an integration, as `curlOf` reads it from the page. */
const relayed = (id: string, key: string, { method, api, path, headers, body }: RelayRequest) => ({
  method,
  url: `${platform.address}${workspace}/integrations/${id}/relay/${api}/${path}`,
  headers: {
    'x-api-key': key,
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  },
  body,
});

/** What two spellings of one request have in common. Headers that the page leaves to Patchbay are left out. */
const comparable = ({ method, url, body }: CurlRequest): object => ({
  method,
  url: decodeURIComponent(url),
  body: body === undefined ? undefined : JSON.parse(body),
});

describe.each(sections)('the example for $provider', ({ provider, text }) => {
  it(`the provider answers every command of the example for ${provider}, with what the page says`, async () => {
    const { unexpected } = providers.of(provider);
    const before = unexpected.length;
    const ID = await connect(provider);
    const grants = `${workspace}/integrations/${ID}/grants`;
    const grant = await ada.post<{ accounts: string[] }>(grants, { apiKeyId: pinned.id, access: 'read' });
    expect(grant).toMatchObject({ status: 201, body: { accounts: [expect.any(String)] } });
    await ada.post(grants, { apiKeyId: every.id, access: 'read', accounts: null });
    const variables = variablesWith({
      ID,
      KEY_ID: '',
      KEY: every.key,
      ACCOUNT: grant.body.accounts[0] ?? '',
    });

    const commands = commandsIn(text);
    expect(commands.length).toBeGreaterThanOrEqual(2);
    let isRefused = false;
    for (const command of commands) {
      const byPinned = await send(curlOf(wordsOf(command.text, { ...variables, KEY: pinned.key })));
      isRefused ||= byPinned.headers.get('patchbay-relay') === 'refused';
      expect(await run(command, variables)).toBe('provider');
    }
    // A grant for the account is enough, unless the page says that it is not.
    expect(isRefused).toBe(text.includes('`accounts: null`'));

    // The first read is the first command of the page, and its grant needs no account besides the one that it reads.
    const { firstRead } = (await ada.get<Schemas['Provider']>(`/v1/integrations/providers/${provider}`)).body;
    if (firstRead === undefined) throw new Error(`${provider} has no first read`);
    const [first] = commands.map((command) =>
      curlOf(wordsOf(command.text, { ...variables, KEY: pinned.key })),
    );
    const request = relayed(ID, pinned.key, requestOf(firstRead, { id: grant.body.accounts[0] ?? '' }));
    expect(comparable(request)).toEqual(first && comparable(first));
    const answer = await send(request);
    expect(answer).toMatchObject({ status: 200 });
    const rows = rowsOf(firstRead, JSON.parse(answer.text)) ?? [];
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.every((value) => value !== '')).toBe(true);
    expect(unexpected.slice(before)).toEqual([]);
  });
});
