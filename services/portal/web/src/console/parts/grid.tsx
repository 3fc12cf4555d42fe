import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useFilter } from '../data/filters.ts';
import { nextSorting, type SortValue, sortingOf, sortRows } from '../data/sorting.ts';
import { formatNumber, words } from '../words/words.ts';
import styles from './grid.module.css';
import { rangeOf, type Selection, withKeys } from './selection.ts';

export interface Column<Row> {
  /** The heading, which tells the columns apart. */
  readonly head: string;
  /** As in `grid-template-columns`. Default `1fr`. */
  readonly width?: string;
  /** Whether the heading stands before the value on a phone. Default false. */
  readonly isLabelled?: boolean;
  /** Left out beside a panel, where there is room only for what tells rows apart. Default false. */
  readonly isExtra?: boolean;
  /** Lets people sort the list by the column. */
  readonly sort?: {
    /** In the address. */
    readonly name: string;
    readonly by: (row: Row) => SortValue;
    /** Of times and numbers: the latest and largest come first. Default false. */
    readonly startsDescending?: boolean;
  };
  readonly cell: (row: Row) => ReactNode;
}

interface GridProps<Row> {
  /** What the rows are, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Enter, or a click on the row. */
  readonly onOpen?: (row: Row) => void;
  /** The key of the row that is open beside the list. */
  readonly open?: string | undefined;
  /** Called when the last rows come into sight. */
  readonly onEnd?: () => void;
  /** Whether rows are missing: they keep their order until all are there. Default false. */
  readonly isPartial?: boolean;
  /** Lets people select rows: by checkboxes, with Space, and with Shift several at once. */
  readonly selection?: Selection<Row>;
}

/** Higher than most rows, so that the scroll bar does not jump much when they are measured. */
const estimatedRow = 44;
const pageOfRows = 10;
/** Of the heads, which stay at the top of the window while rows scroll below them. */
const headsHeight = 44;

/** Whether a click or key belongs to something inside the row. */
const isInside = (target: EventTarget, row: Element): boolean =>
  target !== row &&
  (target as Element).closest('a, button, input, label, select, [role="menuitem"]') !== null;

interface CellsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
}

/** Drawn again when the row changes, and not while the list scrolls. */
const Cells = memo(function Cells<Row>({ columns, row }: CellsProps<Row>) {
  return columns.map(({ head, cell, isLabelled = false }) => (
    <div key={head} role="gridcell" className={styles.cell} data-head={head} data-labelled={isLabelled}>
      {cell(row)}
    </div>
  ));
}) as <Row>(props: CellsProps<Row>) => ReactNode;

/**
 * A list with columns, driven by the keyboard: arrows, Home, End and Page keys move, Enter opens. Only the rows in sight are in the page,
 * so that 10,000 scroll like ten. The heads of columns sort it, which the address keeps. Space selects a row, Shift with an arrow or a
 * click those between, Ctrl+A all. On a phone the cells of a row stand below each other.
 */
export function Grid<Row>({
  label,
  columns: all,
  rows: given,
  keyOf,
  onOpen,
  open,
  onEnd,
  isPartial = false,
  selection,
}: GridProps<Row>) {
  const [parameter, setParameter] = useFilter('sort');
  const sorting = sortingOf(parameter);
  const sorted = all.find(({ sort }) => sort !== undefined && sort.name === sorting?.name)?.sort;
  const rows = useMemo(
    () =>
      sorted === undefined || isPartial ? given : sortRows(given, sorted.by, sorting?.isDescending === true),
    // The columns are made anew with each render, and say the same.
    [given, parameter, isPartial],
  );
  const columns = open === undefined ? all : all.filter(({ isExtra = false }) => !isExtra);
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [active, setActive] = useState(0);
  const current = Math.min(active, rows.length - 1);
  const hasFocus = useRef(false);
  /** The row that gets the focus once it is drawn. */
  const wanted = useRef<number>(undefined);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (list.current !== null) setTop(Math.round(list.current.getBoundingClientRect().top + scrollY));
    };
    measure();
    // What stands above the list arrives later, or changes.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => estimatedRow,
    overscan: 6,
    scrollMargin: top,
    scrollPaddingStart: headsHeight,
    getItemKey: (index) => (rows[index] === undefined ? index : keyOf(rows[index])),
    // The row that the Tab key leads to stays in the page wherever one scrolls.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), current])].filter((index) => index >= 0),
  });
  const shown = virtual.getVirtualItems();
  const last = Math.max(
    0,
    ...shown.map(({ index }) => index).filter((index) => index !== current || shown.length === 1),
  );
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - pageOfRows) onEnd?.();
  }, [last, rows.length, onEnd]);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (row === null || row === undefined) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });
  // The row with the focus was removed: the one in its place gets it.
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body && rows.length > 0) moveTo(current);
  }, [rows]);
  // When the panel of a row is closed, the focus goes back to the row.
  const opened = useRef(open);
  useEffect(() => {
    if (opened.current !== undefined && open === undefined) {
      const index = rows.findIndex((row) => keyOf(row) === opened.current);
      if (index >= 0) moveTo(index);
    }
    opened.current = open;
  }, [open]);

  const moveTo = (index: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    virtual.scrollToIndex(next, { align: 'auto' });
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${next}"]`);
    if (row === null || row === undefined) wanted.current = next;
    else row.focus({ preventScroll: true });
  };
  const order = useMemo(() => rows.map(keyOf), [rows]);
  /** The row that was selected last, from which Shift selects. */
  const anchor = useRef<string>(undefined);
  const select = (index: number, isRange: boolean): void => {
    const key = order[index];
    if (selection === undefined || key === undefined) return;
    const { keys, onChange } = selection;
    const from = isRange ? anchor.current : undefined;
    // A range gets what its first row has. A row alone is turned round.
    const isSelected = from === undefined ? !keys.has(key) : keys.has(from);
    onChange(withKeys(keys, rangeOf(order, from, key), isSelected));
    if (from === undefined) anchor.current = key;
  };
  /** Moves with Shift: selects the row that has the focus and the next one. */
  const extendTo = (index: number, to: number): void => {
    const own = order[index];
    const next = order[Math.max(0, Math.min(rows.length - 1, to))];
    if (selection === undefined || own === undefined || next === undefined) return;
    selection.onChange(withKeys(selection.keys, rangeOf(order, own, next), true));
    anchor.current = own;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number): void => {
    if (isInside(event.target, event.currentTarget)) return;
    const row = rows[index];
    if (event.key === 'Enter' && onOpen !== undefined && row !== undefined) {
      event.preventDefault();
      onOpen(row);
      return;
    }
    if (selection !== undefined && event.key === ' ') {
      event.preventDefault();
      select(index, event.shiftKey);
      return;
    }
    if (selection !== undefined && event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selection.onChange(withKeys(selection.keys, order, true));
      return;
    }
    const to = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: index + pageOfRows,
      PageUp: index - pageOfRows,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (event.shiftKey) extendTo(index, to);
    moveTo(to);
  };
  const sortBy = (sort: NonNullable<Column<Row>['sort']>): void => {
    setParameter(nextSorting(sorting, sort));
    setActive(0);
    // The first rows are those that one sorts for.
    if (scrollY > top - headsHeight) scrollTo({ top: top - headsHeight });
  };
  const onClick = (event: MouseEvent<HTMLElement>, index: number, row: Row): void => {
    if (isInside(event.target, event.currentTarget)) return;
    if (selection !== undefined && (event.shiftKey || event.ctrlKey || event.metaKey))
      select(index, event.shiftKey);
    else onOpen?.(row);
  };
  const template = [
    ...(selection === undefined ? [] : ['var(--space-3)']),
    ...columns.map(({ width = 'minmax(0, 1fr)' }) => width),
  ].join(' ');
  return (
    // The rows of a grid are its stops: https://www.w3.org/WAI/ARIA/apg/patterns/grid/
    <div
      className={styles.grid}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-multiselectable={selection === undefined ? undefined : true}
    >
      <div role="rowgroup" className={styles.top}>
        <div
          className={styles.heads}
          data-stays={selection !== undefined || columns.some(({ sort }) => sort !== undefined)}
          role="row"
          aria-rowindex={1}
          style={{ '--columns': template } as React.CSSProperties}
        >
          {selection !== undefined && (
            <span role="columnheader" className={styles.pick}>
              <PickAll selection={selection} order={order} />
            </span>
          )}
          {columns.map(({ head, sort }) => {
            if (sort === undefined)
              return (
                <span key={head} role="columnheader" className={styles.columnHead}>
                  {head}
                </span>
              );
            const direction =
              sort.name !== sorting?.name ? 'none' : sorting.isDescending ? 'descending' : 'ascending';
            return (
              <span key={head} role="columnheader" aria-sort={direction} className={styles.columnHead}>
                <button type="button" className={styles.sort} onClick={() => sortBy(sort)}>
                  {head}
                </button>
              </span>
            );
          })}
        </div>
      </div>
      <div
        ref={list}
        role="rowgroup"
        className={styles.rows}
        onFocus={() => {
          hasFocus.current = true;
        }}
        onBlur={() => {
          hasFocus.current = false;
        }}
        style={{ height: `${virtual.getTotalSize()}px` }}
      >
        {shown.map(({ index, key, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-opens={onOpen !== undefined}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={selection?.keys.has(keyOf(row))}
              aria-current={open !== undefined && keyOf(row) === open ? 'true' : undefined}
              tabIndex={index === current ? 0 : -1}
              className={styles.row}
              style={
                {
                  '--columns': template,
                  transform: `translateY(${start - virtual.options.scrollMargin}px)`,
                } as React.CSSProperties
              }
              onFocus={() => setActive(index)}
              onKeyDown={(event) => onKeyDown(event, index)}
              onClick={(event) => onClick(event, index, row)}
            >
              {selection !== undefined && (
                <div role="gridcell" className={styles.pick}>
                  <PickRow
                    name={selection.nameOf(row)}
                    isPicked={selection.keys.has(keyOf(row))}
                    onPick={(isRange) => select(index, isRange)}
                  />
                </div>
              )}
              <Cells columns={columns} row={row} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface PickRowProps {
  readonly name: string;
  readonly isPicked: boolean;
  readonly onPick: (isRange: boolean) => void;
}

/** The checkbox of a row. The row is the stop of the Tab key, and Space selects it there. */
const PickRow = ({ name, isPicked, onPick }: PickRowProps) => (
  <label className={styles.pickTarget}>
    <input
      type="checkbox"
      aria-label={words.common.selection.select(name)}
      tabIndex={-1}
      checked={isPicked}
      onChange={({ nativeEvent, currentTarget }) => {
        onPick('shiftKey' in nativeEvent && nativeEvent.shiftKey === true);
        // The arrows go on from there.
        currentTarget.closest<HTMLElement>('[role="row"]')?.focus({ preventScroll: true });
      }}
    />
  </label>
);

interface PickAllProps {
  readonly selection: Pick<Selection<never>, 'keys' | 'onChange'>;
  /** The keys of all rows. */
  readonly order: readonly string[];
}

/** Selects all rows of the list, also those that are out of sight, or none. */
function PickAll({ selection: { keys, onChange }, order }: PickAllProps) {
  const count = order.filter((key) => keys.has(key)).length;
  const isAll = count === order.length && count > 0;
  return (
    <label className={styles.pickTarget}>
      <input
        type="checkbox"
        aria-label={words.common.selection.selectAll(formatNumber(order.length))}
        checked={isAll}
        ref={(box) => {
          if (box !== null) box.indeterminate = count > 0 && !isAll;
        }}
        onChange={() => onChange(withKeys(keys, order, !isAll))}
      />
    </label>
  );
}
