import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, example, headersOf, problem, sent } from '../../testing/api.ts';
import {
  address,
  choose,
  dialog,
  fill,
  keys,
  open,
  pageAs,
  press,
  reload,
  says,
  stored,
  the,
  workspace,
} from '../../testing/page.tsx';
import { useIt as text } from '../words/en/use-it.ts';
import { words } from '../words/words.ts';

const integration = example('getIntegration', {
  status: 'active',
  accounts: null,
  settings: {},
  access: 'read',
});
const page = `${workspace}/integrations/${integration.id}`;
const drawer = `${page}?use=1`;
const provider = example('getProvider');
const [grant] = example('listGrants').grants;
const [apiKey] = example('listApiKeys').apiKeys;
const [account] = example('listIntegrationAccounts').accounts;
if (grant === undefined || apiKey === undefined || account === undefined)
  throw new Error('the examples have no grant, key or account');

const accountOf = (id: string, name: string) => ({
  ...account,
  id,
  name,
  type: 'customer',
  setting: { name: 'customerId', value: id },
});
const accounts = [accountOf('1111111111', 'Nordlicht Shop'), accountOf('2222222222', 'Nordlicht Search')];
const keyOf = (changes: Partial<typeof apiKey>) => ({ ...apiKey, status: 'active' as const, ...changes });
const campaigns = (...names: string[]) => ({
  results: names.map((name, index) => ({ campaign: { name, id: String(index), status: 'ENABLED' } })),
});
const answers = {
  getIntegration: integration,
  getProvider: provider,
  listApiKeys: { apiKeys: [] },
  listGrants: { grants: [] },
  listIntegrationAccounts: { accounts, nextCursor: null },
  relayPost: campaigns('Winter', 'Boots'),
};

const rows = (): string[] =>
  within(the('region', /^Campaigns of/))
    .getAllByRole('row')
    .map((row) =>
      [...within(row).queryAllByRole('columnheader'), ...within(row).queryAllByRole('cell')]
        .map(({ textContent }) => textContent)
        .join('|'),
    );
const sample = (name: string): string => the('region', name).textContent;

it('a new key gets access to the accounts that are ticked, and its first read shows rows', async () => {
  await open(page, answers);
  await press('button', words.integrations.panel.use);
  expect(address()).toBe(drawer);
  await press('button', text.submit);
  expect(says(text.accounts.someError)).toBe(true);
  expect(sent('createApiKey')).toEqual([]);
  await press('checkbox', 'Nordlicht Search');
  await fill(text.key.name, 'Weekly report');
  await press('button', text.submit);
  expect(sent('createApiKey')).toEqual([
    {
      orgSlug: 'acme',
      body: {
        name: 'Weekly report',
        level: 'workspace',
        role: 'member',
        workspaceSlug: 'brand-campaigns',
        expiresInDays: 90,
      },
    },
  ]);
  expect(sent('createGrant')).toMatchObject([
    {
      body: {
        apiKeyId: example('createApiKey').id,
        access: 'read',
        accounts: ['2222222222'],
        expiresInDays: 90,
      },
    },
  ]);
});

it('the request that ran has the new key, and the samples have its account and no key', async () => {
  const grants = { createGrant: { ...grant, accounts: ['2222222222'] } };
  await open(drawer, { ...answers, ...grants });
  await press('checkbox', 'Nordlicht Search');
  await press('button', text.submit);
  const [request] = sent('relayPost');
  expect(request).toMatchObject({
    api: 'googleads',
    path: 'customers/2222222222/googleAds:search',
    body: JSON.parse(provider.firstRead?.body ?? ''),
  });
  const secret = example('createApiKey').key;
  expect(headersOf('relayPost')?.get('x-api-key')).toBe(secret);
  expect(says('Campaigns of Nordlicht Search')).toBe(true);
  expect(rows()).toEqual(['Campaign|ID|Status', 'Winter|0|ENABLED', 'Boots|1|ENABLED']);
  const title = text.result.request;
  expect(sample(title)).toContain('/relay/googleads/customers/2222222222/googleAds:search');
  await press('link', words.developers.languages.python);
  expect(sample(title)).toContain('"customers/2222222222/googleAds:search"');
  expect(says(secret)).toBe(false);
  expect(stored()).not.toContain(secret);
});

it('the new key is shown by a choice, and a drawer whose key was not copied asks before it closes', async () => {
  await open(drawer, { ...answers, createGrant: { ...grant, accounts: ['1111111111'] } });
  await press('checkbox', 'Nordlicht Shop');
  await press('button', text.submit);
  const secret = example('createApiKey').key;
  expect(document.activeElement?.textContent).toBe('Campaigns of Nordlicht Shop');
  await keys('{Escape}');
  expect(says(text.result.notCopied)).toBe(true);
  expect(document.activeElement).toBe(the('button', text.result.keepOpen));
  await press('button', text.result.keepOpen);
  await press('button', text.result.show);
  expect(sample(text.result.setKey)).toBe(`export PATCHBAY_API_KEY='${secret}'`);
  await press('button', words.developers.copySample(text.result.setKey));
  await press('button', words.common.close);
  expect(dialog()).toBeNull();
  expect(address()).toBe(page);
});

it('a key with access is used as it is, with the accounts of its grant', async () => {
  const granted = { ...grant, apiKey: { ...grant.apiKey, id: apiKey.id }, status: 'active' as const };
  await open(drawer, {
    ...answers,
    listApiKeys: { apiKeys: [keyOf({ name: 'Warehouse', role: 'member' })] },
    listGrants: { grants: [{ ...granted, accounts: ['2222222222'] }] },
  });
  await press('radio', 'Warehouse');
  expect(screen.queryByRole('checkbox', { name: 'Nordlicht Search' })).toBeNull();
  await press('button', text.run);
  expect(sent('createGrant')).toEqual([]);
  expect(sent('relayPost')).toMatchObject([{ path: 'customers/2222222222/googleAds:search' }]);
  // Its secret is not known: the session sends the request.
  expect(headersOf('relayPost')?.get('x-api-key')).toBeNull();
  expect(screen.queryByRole('button', { name: text.result.show })).toBeNull();
});

it('keys that cannot be chosen say why', async () => {
  await open(drawer, {
    ...answers,
    listApiKeys: {
      apiKeys: [
        keyOf({ id: 'a', name: 'Reader', role: 'viewer' }),
        keyOf({ id: 'b', name: 'Elsewhere', workspace: 'Summer', workspaceSlug: 'summer' }),
        keyOf({ id: 'c', name: 'Asleep', status: 'disabled' }),
        keyOf({ id: 'd', name: 'Old', status: 'expired' }),
      ],
    },
  });
  expect(screen.queryByRole('radio', { name: 'Reader' })).toBeNull();
  const { reasons } = text.key;
  for (const reason of [reasons.viewer, reasons.workspace('Summer'), reasons.disabled, reasons.expired])
    expect(says(reason)).toBe(true);
  expect(says(text.key.refused(4))).toBe(true);
});

it('a grant that fails does not make a second key', async () => {
  await open(drawer, { ...answers, createGrant: problem(409, { detail: 'There are 200 grants.' }) });
  await press('checkbox', 'Nordlicht Shop');
  await press('button', text.submit);
  expect(says('There are 200 grants.')).toBe(true);
  answer({ createGrant: grant });
  await press('button', text.submit);
  expect(sent('createApiKey')).toHaveLength(1);
  expect(sent('createGrant')).toHaveLength(2);
  expect(dialog(text.title(integration.name))).not.toBeNull();
});

it('a member who may not let a key in tries the integration as themselves', async () => {
  await pageAs('member', drawer, ['relayGet', 'listIntegrationAccounts'], answers);
  expect(says(text.key.notAllowed)).toBe(true);
  expect(screen.queryByRole('radio', { name: text.key.new })).toBeNull();
  await press('button', text.run);
  expect(rows()).toContain('Winter|0|ENABLED');
  await choose(text.result.account, 'Nordlicht Search');
  expect(sent('relayPost').at(-1)).toMatchObject({ path: 'customers/2222222222/googleAds:search' });
});

it('a viewer reads why the integration cannot be used, and an integration that is not connected says so', async () => {
  await pageAs('viewer', page, [], answers);
  await press('button', words.integrations.panel.use);
  expect(dialog()).toBeNull();
  expect(says(words.common.refused('viewer'))).toBe(true);
  await reload({ ...answers, getIntegration: { ...integration, status: 'pending' } });
  expect(says(words.integrations.panel.useRefused)).toBe(true);
});

it('a refusal of Patchbay, an empty list and an unknown answer are told apart', async () => {
  await open(drawer, { ...answers, relayPost: problem(409, { detail: 'The token was refused.' }) });
  await press('radio', text.key.none);
  await press('button', text.run);
  expect(says('The token was refused.')).toBe(true);
  answer({ relayPost: campaigns() });
  await press('button', text.result.again);
  expect(says(text.result.empty)).toBe(true);
  answer({ relayPost: { code: 40_001 } });
  await press('button', text.result.again);
  expect(says(text.result.unread(integration.providerName))).toBe(true);
  expect(sample(text.result.answer)).toBe('{"code":40001}');
});

it('read or manage is a choice where the integration may be changed', async () => {
  await open(drawer, { ...answers, getIntegration: { ...integration, access: 'manage' } });
  await press('radio', text.access.manage);
  await press('radio', text.accounts.every);
  await press('button', text.submit);
  expect(sent('createGrant')).toMatchObject([{ body: { access: 'manage', accounts: null } }]);
});
