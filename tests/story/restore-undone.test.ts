import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { type Api, apiAt } from '../api.ts';
import { signUpAndIn, signUpOf } from '../people.ts';
import { type Platform, sharedPlatform } from '../platform.ts';

interface Integration {
  readonly id: string;
  readonly accounts: readonly { readonly id: string }[] | null;
}

const signUp = signUpOf('restoring');
const organization = `/v1/organizations/${signUp.organizationSlug}`;
const integrations = `${organization}/workspaces/spring/integrations`;
const script = readFileSync(new URL('../../docs/restore-undone.sql', import.meta.url), 'utf8');

let platform: Platform;
let client: Api;
let ada: Api;
let key: Api;
let apiKeyId: string;
let integration: string;

/** Connects by a consent; resolves with the path of the choice of accounts. */
async function connect(connectUrl: string): Promise<string> {
  const token = connectUrl.split('/').at(-1);
  const { body } = await client.post<{ authorizationUrl: string }>(`/v1/connect/${token}/oauth`);
  const back = await platform.providers.consent(body.authorizationUrl);
  const { headers } = await fetch(back, { redirect: 'manual', headers: { accept: 'text/html' } });
  const { hash } = new URL(headers.get('location') ?? '');
  return `/v1/connect/${new URLSearchParams(hash.slice(1)).get('choice')}/accounts`;
}

const grantsNow = async () => {
  const { body } = await key.get<{ grants: { id: string; status: string }[] }>(`${integration}/grants`);
  return body.grants.map(({ status }) => status);
};
const chosenNow = async () => (await key.get<Integration>(integration)).body.accounts?.map(({ id }) => id);

beforeAll(async () => {
  platform = await sharedPlatform();
  client = apiAt(platform.address);
  ada = client.withSession(await signUpAndIn(client, platform.smtp, signUp));
  await ada.post(`${organization}/workspaces`, { name: 'Spring', slug: 'spring' });
  const created = await ada.post<{ id: string; key: string }>(`${organization}/api-keys`, {
    name: 'Checks',
    level: 'organization',
    role: 'member',
  });
  key = client.withKey(created.body.key);
  apiKeyId = created.body.id;
});

it('a restore to a time before a grant ended and accounts were chosen ends the grant again and keeps the choice', async () => {
  const created = await ada.post<Integration & { connectUrl: string }>(integrations, {
    provider: 'google_ads',
    name: 'Nordlicht search',
  });
  integration = `${integrations}/${created.body.id}`;
  const choice = await connect(created.body.connectUrl);
  const listed = await client.get<{ accounts: { id: string }[] }>(choice);
  const [first] = listed.body.accounts;
  const grant = { apiKeyId, access: 'read', accounts: [first?.id] };
  const granted = await ada.post<{ id: string }>(`${integration}/grants`, grant);
  expect(granted.status).toBe(201);
  const moment = new Date().toISOString();

  expect((await ada.delete(`${integration}/grants/${granted.body.id}`)).status).toBe(204);
  expect(await client.post(choice, { accountIds: [first?.id] })).toMatchObject({ status: 200 });
  await platform.runDue();

  // As the backup has it.
  await platform.sql('update integration.grants set revoked_at = null where id = $1', [granted.body.id]);
  await platform.sql(
    'update integration.integrations set accounts = null, accounts_chosen_at = null where id = $1',
    [created.body.id],
  );
  expect([await grantsNow(), await chosenNow()]).toEqual([['active'], undefined]);

  await platform.sql(script.replaceAll(":'moment'", `'${moment}'`));
  expect([await grantsNow(), await chosenNow()]).toEqual([['revoked'], [first?.id]]);
  expect(await key.get(`${integration}/relay/googleads/customers/${first?.id}/campaigns`)).toMatchObject({
    status: 403,
  });
});
