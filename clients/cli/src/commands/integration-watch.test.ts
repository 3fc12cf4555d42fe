import stringWidth from 'fast-string-width';
import { expect, it } from 'vitest';
import { createTestIo } from '../terminal/io.fixture.ts';
import { changesBetween, type Watched } from './integration-changes.ts';
import { tableOf } from './integration-table.ts';

const at = '2026-11-15T09:30:05.000Z';
const integrationOf = (more: Partial<Watched> = {}): Watched => ({
  id: '1',
  name: 'Nordlicht',
  provider: 'criteo',
  status: 'pending',
  statusDetail: null,
  lastError: null,
  connectedAccount: null,
  connectedAt: null,
  accounts: null,
  authorizationEndsAt: null,
  connectLink: null,
  ...more,
});

it('the first read reports every integration, and later reads report the changes', () => {
  const [one, two, three] = [integrationOf(), integrationOf({ id: '2' }), integrationOf({ id: '3' })];
  expect(changesBetween(undefined, [one], at)).toMatchObject([
    { id: '1', change: 'found', statusBefore: null },
  ]);
  const active = { ...one, status: 'active' as const };
  expect(changesBetween([one, two], [active, three], at)).toEqual([
    { ...active, at, change: 'changed', statusBefore: 'pending' },
    { ...three, at, change: 'added', statusBefore: null },
    { ...two, at, change: 'removed', statusBefore: 'pending' },
  ]);
});

it('a change of an unwatched field is not reported', () => {
  const [before, after] = [integrationOf(), { ...integrationOf(), updatedAt: at, lastUsedAt: at }];
  expect(changesBetween([before], [after], at)).toEqual([]);
});

it.each([20, 40, 80, 200])('no line of the table is wider than %i columns', (columns) => {
  const rows = [
    integrationOf({
      name: '広告'.repeat(40),
      statusDetail: 'Why it was refused. '.repeat(20),
      status: 'error',
    }),
    integrationOf({ id: '2', connectedAccount: 'An account' }),
  ];
  const last = new Map(changesBetween([], rows, at).map((change) => [change.id, change]));
  const lines = tableOf(createTestIo(columns), rows, last, new Set(['1']), { columns, rows: 24 });
  expect(lines).toHaveLength(3);
  expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThan(columns);
});

it('the most urgent integration is in front, in the words of the console', () => {
  const rows = [
    integrationOf({ id: '1', name: 'Works', status: 'active' }),
    integrationOf({ id: '2', name: 'Unclear', status: 'active', lastError: 'No answer.' }),
  ];
  const lines = tableOf(createTestIo(), rows, new Map(), new Set(), { columns: 80, rows: 24 });
  expect(lines.slice(1).map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['Unclear', 'criteo', 'Check failed', 'No answer.'],
    ['Works', 'criteo', 'Working'],
  ]);
});

it('the table fits the height of the terminal, and control characters in names are removed', () => {
  const rows = Array.from({ length: 50 }, (_, index) =>
    integrationOf({ id: `${index}`, name: '\u001B[2JX' }),
  );
  const lines = tableOf(createTestIo(), rows, new Map(), new Set(), { columns: 80, rows: 10 });
  expect(lines.length).toBeLessThanOrEqual(8);
  expect(lines.at(-1)).toBe('  … and 45 more');
  expect(lines.join('')).not.toContain('\u001B');
});
