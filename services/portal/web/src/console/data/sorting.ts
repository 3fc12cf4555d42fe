/** What rows are sorted by. Undefined and null come last in both directions. */
export type SortValue = string | number | null | undefined;

/** The sorting of a list in its address: the name of a column, after `-` if it is descending. */
export interface Sorting {
  readonly name: string;
  readonly isDescending: boolean;
}

/** Undefined: the order of the list itself. */
export function sortingOf(parameter: string): Sorting | undefined {
  if (parameter === '') return undefined;
  const isDescending = parameter.startsWith('-');
  return { name: isDescending ? parameter.slice(1) : parameter, isDescending };
}

/** The parameter after a press of a head: sorted, then the other way round, then the order of the list itself. */
export function nextSorting(
  current: Sorting | undefined,
  { name, startsDescending = false }: { readonly name: string; readonly startsDescending?: boolean },
): string {
  const [first, second] = startsDescending ? [`-${name}`, name] : [name, `-${name}`];
  if (current?.name !== name) return first;
  return current.isDescending === startsDescending ? second : '';
}

const collator = new Intl.Collator(undefined, { numeric: true });

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return collator.compare(String(one), String(other));
}

/** Equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  by: (row: Row) => SortValue,
  isDescending: boolean,
): readonly Row[] {
  const sign = isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: by(row) ?? undefined }))
    .toSorted((one, other) => {
      if (one.value === undefined || other.value === undefined)
        return Number(one.value === undefined) - Number(other.value === undefined);
      return sign * compare(one.value, other.value);
    })
    .map(({ row }) => row);
}
