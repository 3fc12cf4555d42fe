/** Both directions of the order of a chain. Partitions are read one after the other in it, until the page is full. */
export const oldestFirst = 'recorded_at, sequence';
export const newestFirst = 'recorded_at desc, sequence desc';
/** Merges all partitions. Tampering alone makes it another order than `oldestFirst`. */
export const bySequence = 'sequence, recorded_at';

export interface BoundedPage {
  /** What is selected of each row. */
  readonly columns: string;
  /** Conditions on `entries`, of which an entry meets one at most. For each, rows up to the limit are read in the order, and merged. */
  readonly where: readonly string[];
  readonly order: typeof oldestFirst | typeof newestFirst | typeof bySequence;
  /** Rows, as a number or a parameter; `offset` and another one may follow. */
  readonly limit: string;
  /** Bytes of the entries. */
  readonly maxBytes: number;
}

export interface Bounded {
  /** Whether the row after this one is within `limit`. Of the last row of a page: it has too many bytes for this page. */
  readonly followed: boolean;
}

/**
 * Selects a page of `entries` that is bounded by rows and by bytes, and has one row at least where there is any: a single entry
 * may be larger than `maxBytes`. `octet_length` reads the length alone, so entries that Postgres stores out of line are fetched and
 * decompressed for the rows of the page alone.
 */
export const withinBytes = ({ columns, where, order, limit, maxBytes }: BoundedPage): string => {
  const limited = where.map(
    (condition) => `(select * from entries where ${condition} order by ${order} limit ${limit})`,
  );
  const rows =
    limited.length === 1
      ? limited.join('')
      : `(select * from (${limited.join(' union all ')}) parts order by ${order} limit ${limit})`;
  return `
  select ${columns}, followed from (
    select *, sum(octet_length(entry)) over page as total, lead(true, 1, false) over page as followed
    from ${rows} limited
    window page as (order by ${order} rows unbounded preceding)
  ) summed
  where total <= ${maxBytes} or total = octet_length(entry) order by ${order}`;
};
