import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, example, problem, sent } from '../../../testing/api.ts';
import {
  clickOn,
  dialog,
  here,
  keys,
  open,
  pageAs,
  passes,
  press,
  says,
  settled,
  the,
  workspace,
} from '../../../testing/page.tsx';
import { selection as text } from '../../words/en/selection.ts';
import { words } from '../../words/words.ts';

const page = `${workspace}/integrations`;
const one = example('getIntegration');
const link = {
  connectUrl: 'https://app.patchbay.example/connect#kept',
  expiresAt: one.createdAt,
  expired: false,
};
const integrations = [
  { ...one, id: 'a', name: 'Alpha' },
  { ...one, id: 'b', name: 'Beta' },
  { ...one, id: 'c', name: 'Gamma', status: 'pending' as const, connectedAt: null, connectLink: link },
];
const all = { listIntegrations: { integrations } };
const selectAll = (): Promise<void> => press('checkbox', words.common.selection.selectAll('3'));
const idsOf = (operation: Parameters<typeof sent>[0]): unknown[] => sent(operation).map(({ id }) => id);
const submit = async (name: string): Promise<void> => {
  await clickOn(here().getByRole('button', { name }));
  await settled();
};

it('the confirmation says what will happen to how many, and only those are changed', async () => {
  await open(page, all);
  await selectAll();
  expect(says(text.count('3'))).toBe(true);
  await press('button', text.actions.verify.button);
  expect(dialog(text.actions.verify.title(2, '2'))).not.toBeNull();
  expect(says(text.leftOut.neverConnected(1, '1'))).toBe(true);
  await press('button', words.common.cancel);
  expect(sent('verifyIntegration')).toEqual([]);
  await press('button', text.actions.verify.button);
  await submit(text.actions.verify.submit);
  expect(idsOf('verifyIntegration')).toEqual(['a', 'b']);
  expect(says(text.actions.verify.done(2, '2'))).toBe(true);
  expect(screen.queryByRole('region', { name: text.label })).toBeNull();
});

it('what failed stays selected with its reason: a refusal of the API, and a connection that does not work', async () => {
  await open(page, {
    ...all,
    verifyIntegration: ({ id }) =>
      id === 'a'
        ? problem(409, { detail: 'Somebody else checks it.' })
        : { ...one, status: 'error', statusDetail: 'Consent was withdrawn.' },
  });
  await selectAll();
  await press('button', text.actions.verify.button);
  await submit(text.actions.verify.submit);
  expect(says(text.failed(2, '2'))).toBe(true);
  expect(says('Alpha: Somebody else checks it.')).toBe(true);
  expect(says('Beta: Consent was withdrawn.')).toBe(true);
  expect(screen.getAllByRole('row', { selected: true })).toHaveLength(2);
});

it('while the API asks to wait it says so, and then goes on with those that were refused', async () => {
  await open(page, { ...all, disableIntegration: problem(429, { retryAfter: 20 }) });
  await selectAll();
  await press('button', text.actions.disable.button);
  await submit(text.actions.disable.submit);
  expect(says(text.waits(20))).toBe(true);
  expect(idsOf('disableIntegration')).toHaveLength(3);
  answer({ disableIntegration: { ...one, status: 'disabled' } });
  await passes(20_000);
  expect(says(text.actions.disable.done(3, '3'))).toBe(true);
  expect(new Set(idsOf('disableIntegration'))).toEqual(new Set(['a', 'b', 'c']));
  expect(idsOf('disableIntegration')).toHaveLength(6);
});

it('stopped, it tries no more, and those that were not tried stay selected', async () => {
  await open(page, { ...all, disableIntegration: problem(429, { retryAfter: 600 }) });
  await selectAll();
  await press('button', text.actions.disable.button);
  await submit(text.actions.disable.submit);
  await press('button', text.stop);
  expect(says(text.stopped('3'))).toBe(true);
  expect(idsOf('disableIntegration')).toHaveLength(3);
  expect(screen.getAllByRole('row', { selected: true })).toHaveLength(3);
});

it('links are made for those without one, and the list to copy has all of them', async () => {
  await open(page, {
    ...all,
    issueConnectLink: ({ id }) =>
      example('issueConnectLink', { connectUrl: `https://app.patchbay.example/connect#${String(id)}` }),
  });
  await selectAll();
  await press('button', text.actions.link.button);
  expect(says(text.leftOut.hasLink(1, '1'))).toBe(true);
  await submit(text.actions.link.submit);
  expect(sent('issueConnectLink').map(({ id, body }) => [id, body])).toEqual([
    ['a', { expiresInDays: 7 }],
    ['b', { expiresInDays: 7 }],
  ]);
  const list = the('region', text.links.list).textContent;
  for (const [name, token] of [
    ['Alpha', 'a'],
    ['Beta', 'b'],
    ['Gamma', 'kept'],
  ])
    expect(list).toContain(`${name}\thttps://app.patchbay.example/connect#${token}\n`);
});

it('where all have a link that works, the list of them is shown, and no link is made', async () => {
  await open(page, all);
  await press('checkbox', words.common.selection.select('Gamma'));
  await press('button', text.actions.link.button);
  expect(the('region', text.links.list).textContent).toContain(
    'Gamma\thttps://app.patchbay.example/connect#kept',
  );
  expect(sent('issueConnectLink')).toEqual([]);
});

it('what a role may not do is disabled, with the reason', async () => {
  await pageAs('viewer', page, ['listIntegrations'], all);
  screen.getAllByRole('row')[1]?.focus();
  await keys(' ');
  const button = the('button', text.actions.disable.button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await clickOn(button);
  expect(dialog()).toBeNull();
  expect(says(words.common.refused('viewer'))).toBe(true);
});

it('rows that a filter hides are not acted on', async () => {
  await open(page, all);
  await selectAll();
  await press('button', new RegExp(`^${words.integrations.state.waiting}`));
  expect(says(text.count('1'))).toBe(true);
  await press('button', text.actions.disable.button);
  await submit(text.actions.disable.submit);
  expect(idsOf('disableIntegration')).toEqual(['c']);
});
