import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, example, headersOf, problem, sent } from '../../../testing/api.ts';
import {
  address,
  choose,
  click,
  dialog,
  fill,
  open,
  organization,
  pageAs,
  passes,
  press,
  says,
  settled,
  stored,
  the,
  keys as type,
} from '../../../testing/page.tsx';
import { words } from '../../words/words.ts';

const text = words.keys;
const page = `${organization}/keys`;
const id = '0199c1f3-5a71-7c86-9e29-b3eaf5f7c807';
const secret = example('createApiKey').key;
const [reporting] = example('listApiKeys').apiKeys;
if (reporting === undefined) throw new Error('the example has no key');
const disabled = { ...reporting, id: 'b', name: 'Old script', status: 'disabled' as const };
const revoked = { ...reporting, id: 'c', name: 'Lost laptop', status: 'revoked' as const };

it('a created key is shown once and not kept in the page', async () => {
  await open(page);
  await press('button', text.create);
  await fill(text.name, ' Nightly report ');
  await press('button', text.newKey.submit);
  expect(sent('createApiKey')).toMatchObject([{ orgSlug: 'acme', body: { name: 'Nightly report' } }]);
  expect(the('group', text.reveal.label).textContent).toBe(secret);
  await press('button', words.reveal.copy(text.reveal.label));
  expect(await navigator.clipboard.readText()).toBe(secret);
  await press('button', words.reveal.done);
  expect(address()).toBe(`${page}/${id}`);
  expect(document.documentElement.outerHTML).not.toContain(secret);
  expect(stored()).not.toContain(secret);
});

it('a new key that was not copied is closed only after a warning, and not by Escape', async () => {
  await open(`${page}?new=1`);
  await fill(text.name, 'Nightly report');
  await press('button', text.newKey.submit);
  await type('{Escape}');
  expect(says(secret)).toBe(true);
  await press('button', words.reveal.done);
  expect(says(words.reveal.notCopied)).toBe(true);
  await press('button', words.reveal.closeAnyway);
  expect(dialog()).toBeNull();
});

it('the test of a new key sends no session cookie and shows what the key can do', async () => {
  await open(`${page}?new=1`);
  await fill(text.name, 'Nightly report');
  await press('button', text.newKey.submit);
  await press('button', text.reveal.try);
  expect(says(text.reveal.works.workspace('Brand campaigns', 'admin'))).toBe(true);
  expect(headersOf('getWorkspace')?.get('x-api-key')).toBe(secret);
  answer({ getWorkspace: problem(403, { detail: 'The key is disabled.' }) });
  await press('button', text.reveal.try);
  expect(says('The key is disabled.')).toBe(true);
});

it('a key without a name is not sent; the field shows the error and has the focus', async () => {
  await open(`${page}?new=1`);
  await press('button', text.newKey.submit);
  expect(says(text.newKey.nameError)).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText(text.name));
  expect(sent('createApiKey')).toEqual([]);
});

it('if the API refuses a key, the dialog keeps the input and shows the reason', async () => {
  await open(`${page}?new=1`, { createApiKey: problem(409, { detail: 'There are 1,000 keys.' }) });
  await fill(text.name, 'Nightly report');
  await press('button', text.newKey.submit);
  expect(says('There are 1,000 keys.')).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>(text.name).value).toBe('Nightly report');
});

it('a double click creates one key, and the dialog cannot be closed during the request', async () => {
  await open(`${page}?new=1`);
  await fill(text.name, 'Nightly report');
  await click('button', text.newKey.submit);
  await click('button', text.newKey.submit);
  await click('button', words.common.cancel);
  expect(dialog(text.create)).not.toBeNull();
  await settled();
  expect(sent('createApiKey')).toHaveLength(1);
});

it('the list shows usable keys, with filters by status, scope and text in the URL', async () => {
  await open(page, { listApiKeys: { apiKeys: [reporting, disabled, revoked] } });
  const names = (): (string | null)[] =>
    screen.getAllByRole('link', { name: /Reporting|Old|Lost/ }).map(({ textContent }) => textContent);
  expect(names()).toEqual(['Old script', 'Reporting']);
  await choose(text.statusFilter, 'revoked');
  expect(names()).toEqual(['Lost laptop']);
  expect(address()).toBe(`${page}?status=revoked`);
  await choose(text.statusFilter, 'any');
  await fill(text.search, 'script');
  expect(names()).toEqual(['Old script']);
  await fill(text.search, 'nothing like it');
  expect(says(text.noMatch)).toBe(true);
  await fill(text.search, '');
  await choose(text.levelFilter, 'user');
  expect(says(text.noMatch)).toBe(true);
});

it('a rotation shows the new key once, and how long the old one still works', async () => {
  await open(`${page}/${id}`);
  await press('button', text.rotate.action);
  await choose(text.rotate.grace, '72');
  await press('button', text.rotate.submit);
  expect(sent('rotateApiKey')).toMatchObject([{ id, body: { graceHours: 72 } }]);
  expect(says(text.reveal.oldEnds('in 3 days (Nov 19)'))).toBe(true);
});

it('a key that ends soon counts down by the second until it stops', async () => {
  const ending = { ...reporting, expiresAt: '2026-11-16T14:12:05.000Z' };
  await open(`${page}/${id}`, { getApiKey: ending, listApiKeys: { apiKeys: [ending] } });
  const left = /Stops working in (.*?)\./;
  const first = left.exec(document.body.textContent)?.[1];
  expect(first).toMatch(/^2 min \d s$/);
  await passes(60_000);
  expect(left.exec(document.body.textContent)?.[1]).toMatch(/^1 min \d s$/);
  await passes(70_000);
  expect(says(text.panel.endsNow)).toBe(true);
});

it('a key is revoked only after its name was typed', async () => {
  await open(`${page}/${id}`);
  await press('button', text.revoke.action);
  expect(says('It was last used yesterday.')).toBe(true);
  await press('button', text.revoke.submit);
  expect(says(words.common.confirm.mismatch('Reporting'))).toBe(true);
  expect(sent('revokeApiKey')).toEqual([]);
  await fill(words.common.confirm.label('Reporting'), 'Reporting');
  await press('button', text.revoke.submit);
  expect(sent('revokeApiKey')).toEqual([{ orgSlug: 'acme', id }]);
  expect(dialog()).toBeNull();
  expect(says(text.revoke.done('Reporting'))).toBe(true);
});

it('a key is renamed, disabled and enabled, each with a toast', async () => {
  await open(`${page}/${id}`);
  await press('button', text.panel.rename);
  await fill(text.name, 'Weekly');
  await press('button', words.common.save);
  expect(sent('updateApiKey')).toEqual([{ orgSlug: 'acme', id, body: { name: 'Weekly' } }]);
  answer({ getApiKey: { ...reporting, status: 'disabled' } });
  await press('button', text.panel.disable);
  expect(says(text.panel.disabled('Reporting'))).toBe(true);
  expect(says(text.panel.isDisabled)).toBe(true);
  await passes(6_000);
  expect(says(text.panel.disabled('Reporting'))).toBe(false);
  await press('button', text.panel.enable);
  expect(sent('enableApiKey')).toEqual([{ orgSlug: 'acme', id }]);
});

it('a key that has ended says so and has no actions', async () => {
  await open(`${page}/c`, { getApiKey: revoked, listApiKeys: { apiKeys: [revoked] } });
  expect(says(text.panel.isEnded.revoked)).toBe(true);
  expect(screen.queryByRole('button', { name: text.revoke.action })).toBeNull();
});

it('a key that is not in the list is not requested, and its panel says that it does not exist', async () => {
  await open(`${page}/unknown`);
  expect(says(words.common.notThere)).toBe(true);
  expect(sent('getApiKey')).toEqual([]);
});

it('a person who may not change keys sees the reason at each disabled button', async () => {
  await pageAs('viewer', `${page}/${id}`, ['listApiKeys', 'getApiKey']);
  for (const name of [text.create, text.rotate.action, text.revoke.action]) {
    const button = the('button', name);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe(words.common.refused('viewer'));
    await press('button', name);
    expect(dialog()).toBeNull();
  }
});
