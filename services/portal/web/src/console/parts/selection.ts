/** The selected rows of a list, by their keys. */
export interface Selection<Row> {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
  /** The name of a row, for the label of its checkbox. */
  readonly nameOf: (row: Row) => string;
}

/** The keys with some added or taken away. */
export function withKeys(
  keys: ReadonlySet<string>,
  others: readonly string[],
  isSelected: boolean,
): ReadonlySet<string> {
  const next = new Set(keys);
  for (const key of others) {
    if (isSelected) next.add(key);
    else next.delete(key);
  }
  return next;
}

/** The keys from one to another in the order of the list, both included. The last alone where the first is no longer there. */
export function rangeOf(order: readonly string[], from: string | undefined, to: string): readonly string[] {
  const start = from === undefined ? -1 : order.indexOf(from);
  const end = order.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}
