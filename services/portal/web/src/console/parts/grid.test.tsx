import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { settled } from '../../testing/page.tsx';
import { Grid } from './grid.tsx';

interface Row {
  readonly id: string;
}

const user = userEvent.setup({ delay: null });
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `row ${index}` }));
const columns = [
  {
    head: 'Name',
    sort: { name: 'name', by: ({ id }: Row) => id },
    cell: ({ id }: Row) => id,
  },
  { head: 'Actions', cell: ({ id }: Row) => <button type="button">Act on {id}</button> },
];
const draw = (props: Partial<Parameters<typeof Grid<Row>>[0]>) => (
  <MemoryRouter>
    <Grid label="Rows" columns={columns} rows={rowsOf(3)} keyOf={({ id }) => id} {...props} />
  </MemoryRouter>
);
const focused = (): string | null | undefined => document.activeElement?.getAttribute('aria-rowindex');

it('a list draws only the rows in sight, says how many there are, and its end is one key away', async () => {
  render(draw({ rows: rowsOf(10_000) }));
  await settled();
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('10001');
  screen.getAllByRole('row')[1]?.focus();
  await user.keyboard('{End}');
  await settled();
  expect(focused()).toBe('10001');
  await user.keyboard('{Home}');
  await settled();
  expect(focused()).toBe('2');
});

it('arrows and Page keys move between rows, and stop at the ends', async () => {
  render(draw({ rows: rowsOf(15) }));
  await settled();
  screen.getAllByRole('row')[1]?.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('4');
  await user.keyboard('{PageDown}');
  expect(focused()).toBe('14');
  await user.keyboard('{PageDown}');
  expect(focused()).toBe('16');
  await user.keyboard('{PageUp}{PageUp}{ArrowUp}');
  expect(focused()).toBe('2');
});

it('one row alone is a stop of the Tab key', async () => {
  render(draw({}));
  await settled();
  expect(screen.getAllByRole('row').filter((row) => row.tabIndex === 0)).toHaveLength(1);
});

it('Enter and a click open a row, and what is inside a row keeps its own clicks and keys', async () => {
  const onOpen = vi.fn<(row: Row) => void>();
  render(draw({ onOpen }));
  await settled();
  screen.getAllByRole('row')[2]?.focus();
  await user.keyboard('{Enter}');
  await user.click(screen.getByText('row 2'));
  expect(onOpen.mock.calls.map(([{ id }]) => id)).toEqual(['row 1', 'row 2']);
  await user.click(screen.getByRole('button', { name: 'Act on row 0' }));
  await user.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledTimes(2);
});

it('the row that is open is marked, and gets the focus when it is closed', async () => {
  const { rerender } = render(draw({ open: 'row 1' }));
  await settled();
  expect(document.querySelectorAll('[role=row][aria-current=true]')).toHaveLength(1);
  rerender(draw({}));
  await settled();
  expect(focused()).toBe('3');
});

it('the row in the place of one that was removed gets its focus', async () => {
  const { rerender } = render(draw({}));
  await settled();
  screen.getAllByRole('row')[2]?.focus();
  rerender(draw({ rows: [{ id: 'row 0' }, { id: 'row 2' }] }));
  await settled();
  expect(document.activeElement?.textContent).toContain('row 2');
});

it('a list asks for more once its last rows are in sight, and not before', async () => {
  const onEnd = vi.fn<() => void>();
  const { rerender } = render(draw({ rows: rowsOf(200), onEnd }));
  await settled();
  expect(onEnd).not.toHaveBeenCalled();
  rerender(draw({ rows: rowsOf(12), onEnd }));
  await settled();
  expect(onEnd).toHaveBeenCalled();
});

it('a head sorts the whole list both ways and says so, and at last gives it its own order back', async () => {
  render(draw({ rows: [{ id: 'row 10' }, { id: 'row 9' }, { id: 'row 11' }] }));
  await settled();
  const ids = (): string[] =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.firstElementChild?.textContent ?? '');
  const head = screen.getByRole('columnheader', { name: 'Name' });
  const said: [string | null, string[]][] = [];
  for (let press = 0; press < 3; press += 1) {
    screen.getByRole('button', { name: 'Name' }).focus();
    await user.keyboard('{Enter}');
    await settled();
    said.push([head.getAttribute('aria-sort'), ids()]);
  }
  expect(said).toEqual([
    ['ascending', ['row 9', 'row 10', 'row 11']],
    ['descending', ['row 11', 'row 10', 'row 9']],
    ['none', ['row 10', 'row 9', 'row 11']],
  ]);
});

it('a list with missing rows keeps its order until all are there', async () => {
  const rows = [{ id: 'row 2' }, { id: 'row 1' }];
  const { rerender } = render(draw({ rows, isPartial: true }));
  await settled();
  await user.click(screen.getByRole('button', { name: 'Name' }));
  await settled();
  const first = (): string | null | undefined =>
    screen.getAllByRole('row')[1]?.firstElementChild?.textContent;
  expect(first()).toBe('row 2');
  rerender(draw({ rows }));
  await settled();
  expect(first()).toBe('row 1');
});

/** A list that keeps its selection, as pages do. */
function Selecting({ rows }: { readonly rows: readonly Row[] }): ReactNode {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  return draw({ rows, selection: { keys, onChange: setKeys, nameOf: ({ id }) => id } });
}
const selected = (): (string | null)[] =>
  screen.queryAllByRole('row', { selected: true }).map((row) => row.getAttribute('aria-rowindex'));

it('Space selects the row with the focus, Shift with an arrow the next ones, and Ctrl+A all, out of sight too', async () => {
  render(<Selecting rows={rowsOf(500)} />);
  await settled();
  screen.getAllByRole('row')[1]?.focus();
  await user.keyboard(' {Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(selected()).toEqual(['2', '3', '4']);
  expect(focused()).toBe('4');
  await user.keyboard(' ');
  expect(selected()).toEqual(['2', '3']);
  await user.keyboard('{Control>}a{/Control}');
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all 500' });
  expect(all.checked).toBe(true);
  await user.click(all);
  expect(selected()).toEqual([]);
});

it('a click with Shift selects everything from the row that was selected last, as the list is sorted', async () => {
  render(<Selecting rows={['b', 'd', 'a', 'c', 'e'].map((id) => ({ id }))} />);
  await settled();
  await user.click(screen.getByRole('button', { name: 'Name' }));
  await settled();
  const box = (id: string): HTMLElement => screen.getByRole('checkbox', { name: `Select ${id}` });
  await user.click(box('a'));
  await user.keyboard('{Shift>}');
  await user.click(box('c'));
  await user.keyboard('{/Shift}');
  const names = (): (string | null)[] =>
    screen
      .getAllByRole('row', { selected: true })
      .map((row) => within(row).getAllByRole('gridcell')[1]?.textContent ?? null);
  expect(names()).toEqual(['a', 'b', 'c']);
  expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('4');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all 5' }).indeterminate).toBe(true);
});

it('a click with Shift or Ctrl on a row selects it, and does not open it', async () => {
  const onOpen = vi.fn<(row: Row) => void>();
  const onChange = vi.fn<(keys: ReadonlySet<string>) => void>();
  render(draw({ onOpen, selection: { keys: new Set(), onChange, nameOf: ({ id }) => id } }));
  await settled();
  await user.keyboard('{Control>}');
  await user.click(screen.getByText('row 1'));
  await user.keyboard('{/Control}');
  expect(onChange.mock.calls.map(([keys]) => [...keys])).toEqual([['row 1']]);
  expect(onOpen).not.toHaveBeenCalled();
});
