import { describe, expect, it } from 'vitest';
import { namesAccount, requestOf, rowsOf, titleOf } from './first-read.ts';
import { languages, placeholder, samples, setKey } from './samples.ts';

const names = {
  apiUrl: 'https://api.acme.example',
  orgSlug: 'acme',
  workspaceSlug: 'north',
  integrationId: '0199c1f5-6b82-7d97-8f3a-c4fb06a8d918',
};
const read = {
  title: 'Campaigns of {account}',
  api: 'campaign',
  method: 'POST' as const,
  path: 'accounts/{account}/campaigns?page[size]=100',
  headers: { CustomerAccountId: '{account}' },
  body: `{"AccountId":"{account}","Label":"Winter's \\"best\\"","Deleted":false,"Sizes":[1,null]}`,
  accountSetting: 'accountId',
  rows: '/data/list',
  columns: [
    { name: 'Campaign', at: '/campaign/name' },
    { name: 'Budget', at: '/budget' },
    { name: 'Labels', at: '/labels' },
  ],
};

describe('a first read', () => {
  it('a first read names the account in its path, its headers and its body, each in its own way', () => {
    expect(requestOf(read, { id: 'a"/1' })).toEqual({
      method: 'POST',
      api: 'campaign',
      path: 'accounts/a%22%2F1/campaigns?page[size]=100',
      headers: { 'Content-Type': 'application/json', CustomerAccountId: 'a"/1' },
      body: read.body.replace('{account}', String.raw`a\"/1`),
    });
    expect(titleOf(read, 'Nordlicht Shop')).toBe('Campaigns of Nordlicht Shop');
    expect(namesAccount(read)).toBe(true);
    expect(namesAccount({ ...read, path: 'sites', headers: {}, body: '{}' })).toBe(false);
  });

  it('a header names what the account belongs to, and is left out where that is nothing', () => {
    const below = { ...read, headers: { 'login-id': '{parent}' } };
    expect(requestOf(below, { id: '1', parentId: '7' }).headers['login-id']).toBe('7');
    expect(requestOf(below, { id: '1', parentId: null }).headers).not.toHaveProperty('login-id');
  });

  it('the rows of an answer have the texts of the columns, and missing values are empty', () => {
    const list = [{ campaign: { name: 'Winter' }, budget: 12.5, labels: ['a'] }, { campaign: null }];
    expect(rowsOf(read, { data: { list } })).toEqual([
      ['Winter', '12.5', '["a"]'],
      ['', '', ''],
    ]);
    expect(rowsOf({ ...read, rows: '' }, [])).toEqual([]);
    expect(rowsOf(read, { data: null })).toBeUndefined();
    expect(rowsOf(read, 'no JSON object')).toBeUndefined();
  });
});

describe('samples', () => {
  const relay = (language: (typeof languages)[number]) =>
    samples[language].relay(names, requestOf(read, { id: '123' }));

  it.each(languages)('the samples in %s contain the names of the organization, and no key', (language) => {
    for (const sample of [samples[language].list(names), relay(language)]) {
      for (const part of [names.apiUrl, 'acme', 'north']) expect(sample).toContain(part);
      expect(sample).not.toContain('pby_');
    }
    expect(relay(language)).toContain(names.integrationId);
  });

  it('the curl command quotes the body for a shell, and takes brackets as they are', () => {
    const lines = relay('curl').split(' \\\n  ');
    expect(lines[0]).toBe(
      `curl --globoff 'https://api.acme.example/v1/organizations/acme/workspaces/north/integrations/${names.integrationId}/relay/campaign/accounts/123/campaigns?page[size]=100'`,
    );
    expect(lines.slice(2)).toEqual([
      "-H 'Content-Type: application/json'",
      "-H 'CustomerAccountId: 123'",
      String.raw`-d '{"AccountId":"123","Label":"Winter'\''s \"best\"","Deleted":false,"Sizes":[1,null]}'`,
    ]);
  });

  it('Python writes true, false and null in its own words', () => {
    expect(relay('python')).toContain('"Deleted": False');
    expect(relay('python')).toContain('None,');
  });

  it('the command line gets the body from a pipe', () => {
    expect(relay('cli')).toMatch(/^printf %s '\{.*\}' \|\n {2}patchbay relay /);
    expect(relay('cli')).toContain("--header 'CustomerAccountId: 123'");
  });

  it('the key is a placeholder unless the person shows it', () => {
    expect(setKey()).toBe(`export PATCHBAY_API_KEY='${placeholder}'`);
    expect(setKey('pby_abc')).toBe("export PATCHBAY_API_KEY='pby_abc'");
  });
});
