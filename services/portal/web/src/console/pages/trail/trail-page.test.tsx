import { fireEvent, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { answer, example, problem, sent, unanswered } from '../../../testing/api.ts';
import {
  address,
  choose,
  keys,
  open,
  organization,
  pageAs,
  passes,
  press,
  says,
  settled,
  the,
} from '../../../testing/page.tsx';
import { trail as trailWords } from '../../words/en/trail.ts';

const text = trailWords;
const page = `${organization}/trail`;
const ada = '0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01';
const [entry] = example('listAuditLogs').auditLogs;
if (entry === undefined) throw new Error('the example has no entry');
const entryAddress = `${entry.sequence}-${Date.parse(entry.occurredAt)}`;

it('entries are sentences, and a new one appears by itself', async () => {
  await open(page);
  expect(screen.getAllByRole('row')).toHaveLength(2);
  answer({
    listAuditLogs: { auditLogs: [{ ...entry, id: 'new', sequence: 3 }, entry], nextCursor: null },
  });
  await passes(15_000);
  expect(screen.getAllByRole('row')).toHaveLength(3);
});

it('each filter is kept in the URL and sent to the API, and can be cleared alone or with the others', async () => {
  await open(page);
  await choose(text.filters.action, 'user.updated');
  expect(address()).toBe(`${page}?action=user.updated`);
  expect(sent('listAuditLogs').at(-1)).toMatchObject({ action: 'user.updated' });
  await choose(text.filters.workspace, 'brand-campaigns');
  expect(sent('listAuditLogs').at(-1)).toMatchObject({ workspaceSlug: 'brand-campaigns' });
  fireEvent.change(screen.getByLabelText(text.filters.from), { target: { value: '2026-11-15' } });
  await settled();
  expect(address()).toContain('from=2026-11-15');
  expect(sent('listAuditLogs').at(-1)).toHaveProperty('from');
  await press('button', text.filters.clear(text.filters.action));
  expect(address()).not.toContain('action');
  await press('button', text.filters.clearAll);
  expect(address()).toBe(page);
});

it('a group of actions filters by the type of the target', async () => {
  await open(`${page}?action=integration`);
  expect(sent('listAuditLogs')).toMatchObject([{ targetType: 'integration' }]);
});

it('a person or a key is found by a few letters and filters the trail', async () => {
  await open(page);
  await press('combobox', text.filters.actor);
  await keys('grace');
  await press('option', /Grace Hopper/);
  expect(address()).toContain('actor=0199c1f0-b6d2-7e83-8f4a-5c9d1e7b2a08');
});

it('days in the wrong order are an error, and no request is sent', async () => {
  await open(`${page}?from=2026-11-16&to=2026-11-15`);
  expect(says(text.daysReversed)).toBe(true);
  expect(sent('listAuditLogs')).toEqual([]);
});

it('filters without a match say so', async () => {
  await open(`${page}?action=user.updated`, { listAuditLogs: { auditLogs: [], nextCursor: null } });
  expect(says(text.noMatch)).toBe(true);
});

it('an entry opens beside the list, with before and after, and a link to other entries of its actor', async () => {
  await open(page);
  screen.getAllByRole('row')[1]?.focus();
  await keys('{Enter}');
  expect(address()).toBe(`${page}?entry=${entryAddress}`);
  const table = screen.getByRole('table').textContent;
  expect(table).toContain('Ada');
  expect(table).toContain('Ada Lovelace');
  expect(says('203.0.113.7') && says(entry.hash)).toBe(true);
  await press('button', text.entry.onlyActor);
  expect(address()).toContain(`actor=${ada}`);
});

it('an entry that the filters do not show is read by its time', async () => {
  await open(`${page}?entry=${entryAddress}&action=member.added`, {
    listAuditLogs: ({ action }) =>
      action === undefined ? { auditLogs: [entry], nextCursor: null } : { auditLogs: [], nextCursor: null },
  });
  expect(says(entry.hash)).toBe(true);
});

it('an entry that does not exist says so', async () => {
  await open(`${page}?entry=99-1`, { listAuditLogs: { auditLogs: [], nextCursor: null } });
  expect(says(text.entry.gone)).toBe(true);
});

it('the next page is read when the end of the list is visible, and a failure is not retried in a loop', async () => {
  const auditLogs = Array.from({ length: 12 }, (_, index) => ({
    ...entry,
    id: `e${index}`,
    sequence: 20 - index,
  }));
  await open(page, {
    listAuditLogs: ({ cursor }) => (cursor === undefined ? { auditLogs, nextCursor: 'older' } : problem(503)),
  });
  await passes(5_000);
  expect(sent('listAuditLogs').filter(({ cursor }) => cursor === 'older')).toHaveLength(1);
  expect(says("We couldn't refresh this.")).toBe(true);
});

it('the filtered entries are downloaded as a file', async () => {
  const blobs: Blob[] = [];
  // jsdom has no addresses of blobs.
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, {
      createObjectURL(blob: Blob) {
        blobs.push(blob);
        return 'blob:file';
      },
      revokeObjectURL() {},
    }),
  );
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await open(`${page}?action=user.updated`);
  await press('button', text.exporting.startFiltered);
  expect(sent('exportAuditLogs')).toEqual([{ orgSlug: 'acme', action: 'user.updated' }]);
  expect(says(text.exporting.done(1, '1'))).toBe(true);
  expect(saved).toHaveBeenCalledOnce();
  expect(blobs).toHaveLength(1);
  saved.mockRestore();
});

it('an export can be canceled, and one that fails says why', async () => {
  await open(page, { exportAuditLogs: unanswered });
  await press('button', text.exporting.start);
  await press('button', text.exporting.cancel);
  expect(the('button', text.exporting.start)).toBeDefined();
  answer({ exportAuditLogs: problem(429, { retryAfter: 30 }) });
  await press('button', text.exporting.start);
  expect(says('req-1')).toBe(true);
});

it('a page without https cannot compute hashes, and says so where the trail would be verified', async () => {
  const { crypto } = globalThis;
  onTestFinished(() => void vi.stubGlobal('crypto', crypto));
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  await open(page);
  expect(says(text.seal.insecure)).toBe(true);
  expect(the('button', text.seal.start).getAttribute('aria-disabled')).toBe('true');
});

it('a person who is not an admin reads why the trail is hidden, and no entries are requested', async () => {
  await pageAs('member', page);
  expect(says(text.refused('member'))).toBe(true);
  expect(sent('listAuditLogs')).toEqual([]);
});
