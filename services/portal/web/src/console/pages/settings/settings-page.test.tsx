import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, example, problem, sent, unanswered } from '../../../testing/api.ts';
import {
  address,
  choose,
  dialog,
  fill,
  open,
  organization,
  pageAs,
  press,
  says,
  the,
  workspace,
} from '../../../testing/page.tsx';
import { words as linkWords } from '../../../words/words.ts';
import { deletion } from '../../words/en/deletion.ts';
import { passkeys } from '../../words/en/passkeys.ts';
import { settings as settingsWords } from '../../words/en/settings.ts';
import { words } from '../../words/words.ts';

const text = settingsWords;
const page = `${organization}/settings`;

it('an organization is renamed, and Save is disabled before a change', async () => {
  await open(page);
  expect(screen.queryByRole('button', { name: words.common.save })).toBeNull();
  await fill(text.name, 'Acme Group');
  await press('button', words.common.save);
  expect(sent('updateOrganization')).toEqual([{ orgSlug: 'acme', body: { name: 'Acme Group' } }]);
  expect(says(text.saved)).toBe(true);
});

it('a name that the API refuses stays in its field with the error', async () => {
  await open(page, {
    updateOrganization: problem(400, { errors: [{ path: 'name', message: 'must not contain a tab' }] }),
  });
  await fill(text.name, 'Acme Group');
  await press('button', words.common.save);
  const field = screen.getByLabelText<HTMLInputElement>(text.name);
  expect(field.value).toBe('Acme Group');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(says('Name must not contain a tab.')).toBe(true);
  expect(document.activeElement).toBe(field);
});

it('unsaved input is restored when the page is opened again, and can be discarded', async () => {
  await open(page);
  await fill(text.name, 'Half a na');
  await press('link', words.keys.title);
  await press('link', settingsWords.title);
  expect(screen.getByLabelText<HTMLInputElement>(text.name).value).toBe('Half a na');
  await press('button', text.discard);
  expect(screen.getByLabelText<HTMLInputElement>(text.name).value).toBe('Acme Media');
});

it('the role of people who join by the domain is saved when chosen, and reverted if the API refuses it', async () => {
  await open(page, { updateOrganization: problem(503) });
  const list = (): string => screen.getByLabelText<HTMLSelectElement>(text.organization.domainRole).value;
  await choose(text.organization.domainRole, 'nobody');
  expect(sent('updateOrganization')).toEqual([{ orgSlug: 'acme', body: { domainRole: null } }]);
  expect(says(linkWords.common.unavailable)).toBe(true);
  expect(list()).toBe('member');
  answer({ updateOrganization: unanswered });
  await choose(text.organization.domainRole, 'viewer');
  expect(list()).toBe('viewer');
});

it('a member sees the settings, and why they cannot change them', async () => {
  await pageAs('member', page);
  expect(screen.getByLabelText<HTMLInputElement>(text.name).readOnly).toBe(true);
  expect(says(words.common.refused('member'))).toBe(true);
  expect(screen.getByLabelText<HTMLSelectElement>(text.organization.domainRole).disabled).toBe(true);
  expect(the('button', deletion.organization.action).getAttribute('aria-disabled')).toBe('true');
});

it('a person who signed in with a passkey can demand passkeys, after reading the consequences', async () => {
  await open(page);
  await press('checkbox', passkeys.policy.label);
  for (const line of passkeys.policy.means) expect(says(line)).toBe(true);
  await press('button', passkeys.policy.askAction);
  expect(sent('updateOrganization')).toEqual([{ orgSlug: 'acme', body: { requiresPasskey: true } }]);
});

it('a person who signed in another way cannot demand passkeys, and reads why', async () => {
  const session = example('getSession');
  await open(page, { getSession: { ...session, session: { ...session.session, method: 'link' } } });
  expect(says(passkeys.policy.needsOwn)).toBe(true);
});

it('an organization that demands a passkey stays closed to a session without one', async () => {
  const session = example('getSession');
  await open(page, {
    getSession: { ...session, session: { ...session.session, method: 'link' } },
    getOrganization: example('getOrganization', { requiresPasskey: true }),
  });
  expect(says(passkeys.required.title('Acme Media'))).toBe(true);
  expect(says(text.organization.lead)).toBe(false);
});

it('an organization is closed after its short name was typed; every page shows until when it can be restored', async () => {
  await open(page);
  await press('button', deletion.organization.action);
  for (const line of deletion.organization.means) expect(says(line)).toBe(true);
  await fill(words.common.confirm.label('acme'), 'acme');
  answer({
    getOrganization: example('getOrganization', {
      deletesAt: '2026-12-16T14:10:00.000Z',
      can: ['restoreOrganization', 'exportAuditLogs', 'verifyAuditLogs'],
    }),
  });
  await press('button', deletion.organization.action);
  expect(sent('deleteOrganization')).toEqual([{ orgSlug: 'acme', body: { confirm: 'acme' } }]);
  expect(says(deletion.closed.title('Acme Media'))).toBe(true);
  await press('link', words.keys.title);
  expect(says(deletion.closed.title('Acme Media'))).toBe(true);
  expect(sent('listApiKeys')).toEqual([]);
  answer({ getOrganization: example('getOrganization') });
  await press('button', deletion.closed.restore);
  expect(sent('restoreOrganization')).toEqual([{ orgSlug: 'acme' }]);
  expect(says('Reporting')).toBe(true);
});

it('a workspace is renamed by its admin alone', async () => {
  await open(`${workspace}/settings`);
  await fill(text.name, 'Brand');
  await press('button', words.common.save);
  expect(sent('updateWorkspace')).toEqual([
    { orgSlug: 'acme', workspaceSlug: 'brand-campaigns', body: { name: 'Brand' } },
  ]);
});

it('a person watches a workspace, and the checkbox changes at once', async () => {
  await open(`${workspace}/settings`, { unwatchWorkspace: unanswered });
  const box = (): boolean => screen.getByLabelText<HTMLInputElement>(text.workspace.watch).checked;
  expect(box()).toBe(true);
  await press('checkbox', text.workspace.watch);
  expect(box()).toBe(false);
  expect(sent('unwatchWorkspace')).toHaveLength(1);
});

it('if the API refuses, the checkbox is reverted and the reason is shown', async () => {
  await open(`${workspace}/settings`, { unwatchWorkspace: problem(503) });
  await press('checkbox', text.workspace.watch);
  expect(screen.getByLabelText<HTMLInputElement>(text.workspace.watch).checked).toBe(true);
  expect(says(linkWords.common.unavailable)).toBe(true);
});

it('a person unwatches and watches a workspace with the same checkbox', async () => {
  await open(`${workspace}/settings`, {
    getWorkspace: example('getWorkspace', { watched: false, can: ['watchWorkspace', 'unwatchWorkspace'] }),
  });
  await press('checkbox', text.workspace.watch);
  expect(sent('watchWorkspace')).toEqual([{ orgSlug: 'acme', workspaceSlug: 'brand-campaigns' }]);
  expect(says(text.workspace.watched)).toBe(true);
});

it('an admin of the workspace who is no admin of the organization cannot delete the workspace, and reads why', async () => {
  await open(`${workspace}/settings`, {
    getOrganization: example('getOrganization', { role: 'member', can: ['getOrganization'] }),
    getWorkspace: example('getWorkspace', { role: 'admin', can: ['getWorkspace', 'updateWorkspace'] }),
  });
  await press('button', deletion.workspace.action);
  expect(dialog()).toBeNull();
  expect(says(words.common.refused('member'))).toBe(true);
});

it('a workspace is deleted after its name was typed; the dialog counts what is deleted with it', async () => {
  await open(`${workspace}/settings`);
  await press('button', deletion.workspace.action);
  expect(says(deletion.workspace.integrations(1))).toBe(true);
  expect(says(deletion.workspace.keys(1))).toBe(true);
  expect(says(deletion.workspace.members(2))).toBe(true);
  await press('button', deletion.workspace.action);
  expect(sent('deleteWorkspace')).toEqual([]);
  await fill(words.common.confirm.label('Brand campaigns'), 'Brand  campaigns ');
  await press('button', deletion.workspace.action);
  expect(sent('deleteWorkspace')).toHaveLength(1);
  expect(address()).toBe(`${organization}/workspaces`);
  expect(dialog()).toBeNull();
});
