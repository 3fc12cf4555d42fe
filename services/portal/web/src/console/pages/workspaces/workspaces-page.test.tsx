import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { example, problem, sent } from '../../../testing/api.ts';
import {
  address,
  dialog,
  fill,
  keys,
  open,
  organization,
  pageAs,
  press,
  says,
  the,
} from '../../../testing/page.tsx';
import { words } from '../../words/words.ts';

const text = words.workspaces;
const page = `${organization}/workspaces`;

it('a workspace shows the states of its integrations, its role and whether it is watched', async () => {
  await open(page);
  expect(says(text.counts.working(1))).toBe(true);
  expect(says(text.watching)).toBe(true);
  await fill(text.search, 'nothing');
  expect(says(text.notFound('nothing'))).toBe(true);
});

it('an admin creates a workspace by keyboard, whose short name follows its name, and lands in it', async () => {
  await open(page);
  the('button', text.create).focus();
  await keys('{Enter}');
  await keys('Spring sale!');
  expect(screen.getByLabelText<HTMLInputElement>(text.slug).value).toBe('spring-sale');
  await keys('{Enter}');
  expect(sent('createWorkspace')).toEqual([
    { orgSlug: 'acme', body: { name: 'Spring sale!', slug: 'spring-sale' } },
  ]);
  expect(address()).toBe(`${organization}/w/brand-campaigns/integrations`);
  expect(says(text.created('Brand campaigns'))).toBe(true);
});

it('an edited short name stays when the name changes, and is validated before it is sent', async () => {
  await open(`${page}?new=1`);
  await fill(text.slug, 'Not a slug');
  await fill(text.newName, 'Spring');
  await press('button', text.submit);
  expect(says(text.slugError)).toBe(true);
  expect(sent('createWorkspace')).toEqual([]);
});

it('a short name that is taken is an error of its field, which gets the focus', async () => {
  await open(`${page}?new=1`, { createWorkspace: problem(409) });
  await fill(text.newName, 'Spring');
  await press('button', text.submit);
  expect(says(text.slugTaken)).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText(text.slug));
});

it('the input of a dialog is discarded when the dialog is closed', async () => {
  await open(page);
  await press('button', text.create);
  await fill(text.newName, 'Spring');
  await press('button', words.common.cancel);
  await press('button', text.create);
  expect(screen.getByLabelText<HTMLInputElement>(text.newName).value).toBe('');
});

it('a viewer sees why they cannot create a workspace, even if the URL opens the dialog', async () => {
  await pageAs('viewer', `${page}?new=1`);
  expect(says(words.common.refused('viewer'))).toBe(true);
  expect(dialog()).toBeNull();
});

it('a guest without a workspace reads whom to ask', async () => {
  await pageAs('guest', page, [], { listWorkspaces: { workspaces: [] } });
  expect(says(text.noneForGuest)).toBe(true);
});

it('in an organization with many integrations they are counted by workspace, those that fail included', async () => {
  const all = example('listOrganizationIntegrations');
  const [row] = all.integrations;
  if (row === undefined) throw new Error('the example has no integration');
  const failing = { ...row, id: 'f', lastError: 'No answer.' };
  await open(page, {
    listOrganizationIntegrations: ({ workspaceSlug }) =>
      workspaceSlug === undefined
        ? { ...all, nextCursor: 'more' }
        : {
            integrations: [failing, row],
            nextCursor: 'more',
            counts: { ...all.counts, active: 1_204, pending: 2 },
          },
  });
  expect(says(text.counts.attention(1))).toBe(true);
  expect(says(text.counts.waiting(2))).toBe(true);
  expect(says(text.counts.working(1_203))).toBe(true);
});

it('of more workspaces than are counted one by one, the list has what is urgent', async () => {
  const all = example('listOrganizationIntegrations');
  const [row] = all.integrations;
  const [one] = example('listWorkspaces').workspaces;
  if (row === undefined || one === undefined) throw new Error('the examples are empty');
  const stopped = { ...row, id: 's', workspaceId: 'w7', status: 'error' as const };
  await open(page, {
    listWorkspaces: {
      workspaces: Array.from({ length: 17 }, (_, index) => ({ ...one, id: `w${index}`, slug: `w${index}` })),
    },
    listOrganizationIntegrations: { ...all, integrations: [stopped, row], nextCursor: 'more' },
  });
  expect(screen.getAllByText(text.counts.attention(1))).toHaveLength(1);
  expect(sent('listOrganizationIntegrations').filter(({ workspaceSlug }) => workspaceSlug)).toEqual([]);
});
