import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { example, sent } from '../../../testing/api.ts';
import { address, choose, open, says, workspace } from '../../../testing/page.tsx';
import { integrationPanel } from '../../words/en/integration-panel.ts';
import { useHistory as text } from '../../words/en/use-history.ts';

const integration = example('getIntegration');
const panel = `${workspace}/integrations/${integration.id}?tab=access`;
const history = `${panel}&period=history`;
const [use] = example('listUses').uses;
const hours = (count: number): string => new Date(Date.now() - count * 3_600_000).toISOString();
const usesOf = (...uses: readonly object[]) => ({
  listUses: { uses: uses.map((each) => Object.assign({}, use, each)) },
});
const old = { getIntegration: { ...integration, createdAt: hours(24 * 400) } };
const chart = (title: string): string | null | undefined =>
  screen.getByRole('img', { name: new RegExp(`^${title}`) }).getAttribute('aria-label');

it('90 days are chosen as the period, and read by one request', async () => {
  await open(panel, old);
  await choose(integrationPanel.uses.period, 'history');
  expect(address()).toBe(history);
  const days = (Date.now() - Date.parse(String(sent('listUses').at(-1)?.['from']))) / 86_400_000;
  expect(days).toBeGreaterThan(88.9);
  expect(days).toBeLessThan(90.1);
});

it('answered requests and errors have a chart each, with the same figures in a table of all days', async () => {
  await open(history, {
    ...old,
    ...usesOf(
      { hour: hours(50), reads: 1_000, changes: 2, refused: 0, failed: 0 },
      { hour: hours(1), reads: 5, changes: 0, refused: 3, failed: 4 },
    ),
  });
  expect(chart(text.answered.title)).toContain('1,007 requests in 90 days, at most 1,002');
  expect(chart(text.errors.title)).toContain('7 errors in 90 days');
  const rows = screen
    .getAllByRole('row', { hidden: true })
    .flatMap((row) =>
      row.closest('table') === null
        ? []
        : [[...row.querySelectorAll('td')].map(({ textContent }) => textContent)],
    );
  expect(rows).toHaveLength(91);
  expect(rows).toContainEqual(['1,000', '2', '0', '0']);
  expect(rows).toContainEqual(['5', '0', '3', '4']);
  expect(rows.filter((row) => row.join() === '0,0,0,0')).toHaveLength(88);
});

it('a caller is looked at alone', async () => {
  await open(history, {
    ...old,
    ...usesOf(
      { hour: hours(5), reads: 10, changes: 0, refused: 0, failed: 0 },
      {
        hour: hours(5),
        reads: 7,
        changes: 0,
        refused: 0,
        failed: 0,
        caller: { ...use?.caller, id: 'other', name: 'Bob' },
      },
    ),
  });
  await choose(text.caller, 'other');
  expect(chart(text.answered.title)).toContain('7 requests');
});

it('days before the integration was created are said to be missing, and are not 0', async () => {
  await open(history, {
    getIntegration: { ...integration, createdAt: hours(24 * 30) },
    ...usesOf({ hour: hours(1), reads: 5 }),
  });
  expect(says(/It was created on .* There is nothing from before\./)).toBe(true);
  expect(screen.getAllByRole('cell', { name: text.unknownDay, hidden: true }).length).toBeGreaterThan(4 * 50);
});

it('without a use it says how to begin', async () => {
  await open(history, { ...old, ...usesOf() });
  expect(says(text.none)).toBe(true);
  expect(says(text.noneHow)).toBe(true);
});
