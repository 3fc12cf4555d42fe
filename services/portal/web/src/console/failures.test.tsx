import { onlineManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, disconnected, example, problem, sent, unanswered } from '../testing/api.ts';
import { fill, open, organization, passes, press, recover, reload, says, settled } from '../testing/page.tsx';
import { words as linkWords } from '../words/words.ts';
import { formatTime, words } from './words/words.ts';

const page = `${organization}/keys`;

it('a page shows a progress bar while it loads, and a note after 5 seconds', async () => {
  await open(page, { listApiKeys: unanswered });
  expect(screen.getByRole('progressbar')).toBeDefined();
  expect(says(words.common.takesLong)).toBe(false);
  await passes(5_000);
  expect(says(words.common.takesLong)).toBe(true);
});

it('a forbidden page shows the reason of the API and no button to retry', async () => {
  await open(page, { listApiKeys: problem(403, { detail: 'Only members see keys.' }) });
  expect(says(words.common.forbidden)).toBe(true);
  expect(says('Only members see keys.')).toBe(true);
  expect(screen.queryByRole('button', { name: linkWords.common.tryAgain })).toBeNull();
});

it('a page of something that does not exist says so', async () => {
  await open(page, { getOrganization: problem(404) });
  expect(says(words.common.notThere)).toBe(true);
});

it('a forbidden read is not polled', async () => {
  await open(page, { listApiKeys: problem(403) });
  await passes(60_000);
  expect(sent('listApiKeys')).toHaveLength(1);
});

it('one message says that the API does not answer, and goes away by itself once it does', async () => {
  await open(organization, {
    listApiKeys: disconnected,
    listOrganizationIntegrations: disconnected,
    listAuditLogs: disconnected,
  });
  const messages = () => screen.queryAllByText(words.common.unreachableBar);
  expect(messages()).toHaveLength(1);
  expect(screen.queryAllByRole('button', { name: linkWords.common.tryAgain })).toEqual([]);
  expect(says(linkWords.common.offline)).toBe(false);
  recover();
  await passes(5_000);
  expect(messages()).toEqual([]);
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('a page that was read stays while the API does not answer, without a line of its own', async () => {
  await open(page);
  answer({ listApiKeys: disconnected, getOrganization: disconnected });
  await passes(15_000);
  expect(says(words.common.unreachableBar)).toBe(true);
  expect(says('Reporting')).toBe(true);
  expect(says("We couldn't refresh this.")).toBe(false);
  recover();
  await passes(5_000);
  expect(says(words.common.unreachableBar)).toBe(false);
});

it('a page without a session goes on by itself once the API answers', async () => {
  await open(page, { getSession: disconnected });
  expect(says(linkWords.common.offline)).toBe(true);
  recover();
  await passes(5_000);
  expect(says('Reporting')).toBe(true);
});

it('a rate-limited page counts down and then reads again', async () => {
  await open(page, { listApiKeys: problem(429, { retryAfter: 20 }) });
  expect(says(linkWords.common.tooMany(20))).toBe(true);
  await passes(5_000);
  expect(says(linkWords.common.tooMany(15))).toBe(true);
  await press('button', linkWords.common.tryAgain);
  expect(sent('listApiKeys')).toHaveLength(1);
  recover();
  await passes(15_000);
  expect(says('Reporting')).toBe(true);
});

it('a page reads again every 15 seconds, and after a failure keeps its data and shows their age', async () => {
  await open(page);
  const read = Date.now();
  await passes(15_000);
  expect(sent('listApiKeys')).toHaveLength(2);
  answer({ listApiKeys: problem(503) });
  await passes(15_000);
  expect(says(words.common.stale(formatTime(read)))).toBe(true);
  expect(says('Reporting')).toBe(true);
  recover();
  await press('button', linkWords.common.tryAgain);
  expect(says("We couldn't refresh this.")).toBe(false);
});

it('a page that became forbidden is removed at the next read', async () => {
  await open(page);
  answer({ listApiKeys: problem(403) });
  await passes(15_000);
  expect(says('Reporting')).toBe(false);
  expect(says(words.common.forbidden)).toBe(true);
});

it('an offline browser shows a banner, and reads again when it is online', async () => {
  await open(page);
  act(() => onlineManager.setOnline(false));
  await passes(30_000);
  expect(says(words.common.offlineBar)).toBe(true);
  expect(says('Reporting')).toBe(true);
  const before = sent('listApiKeys').length;
  act(() => onlineManager.setOnline(true));
  await settled();
  expect(says(words.common.offlineBar)).toBe(false);
  expect(sent('listApiKeys').length).toBeGreaterThan(before);
});

it('a person who is not signed in is asked to sign in, and sees nothing of the page', async () => {
  await open(page, { getSession: problem(401) });
  expect(says(words.frame.signInLead)).toBe(true);
  expect(sent('listApiKeys')).toEqual([]);
});

it('a session that ends while a page is open leads to sign-in with the reason, after one check of the session', async () => {
  await open(page);
  const looks = sent('getSession').length;
  answer({ listApiKeys: problem(401), getOrganization: problem(401), getSession: problem(401) });
  await passes(15_000);
  expect(says(words.frame.ended)).toBe(true);
  expect(says('Reporting')).toBe(false);
  expect(sent('getSession')).toHaveLength(looks + 1);
});

it('if the session cannot be checked, the page says so and has a button to retry', async () => {
  await open(page, { getSession: problem(503) });
  expect(says(linkWords.common.unavailable)).toBe(true);
  recover();
  await press('button', linkWords.common.tryAgain);
  expect(says('Reporting')).toBe(true);
});

it('an unknown path shows that there is no page', async () => {
  await open(`${organization}/nothing-here`);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(words.frame.notFound);
});

it('a hidden page does not poll, and reads again when it becomes visible', async () => {
  const look = async (visibilityState: 'hidden' | 'visible'): Promise<void> => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await settled();
  };
  await open(page);
  await look('hidden');
  await passes(60_000);
  expect(sent('listApiKeys')).toHaveLength(1);
  await look('visible');
  expect(sent('listApiKeys')).toHaveLength(2);
});

it('unsent input survives a reload for the same person only', async () => {
  await open(`${organization}/workspaces?new=1`);
  await fill(words.workspaces.newName, 'Of Ada');
  await reload();
  const typed = (): string => screen.getByLabelText<HTMLInputElement>(words.workspaces.newName).value;
  expect(typed()).toBe('Of Ada');
  expect(says(words.common.draft.restored)).toBe(true);
  const session = example('getSession');
  await reload({ getSession: { ...session, user: { ...session.user, id: 'somebody-else' } } });
  expect(typed()).toBe('');
});
