import type { Queryable } from '@patchbay/database/queryable';
import type { ChainedEntry } from '../domain/entry.ts';
import type { Page } from '../domain/page.ts';
import type { Position } from '../domain/position.ts';
import { conditionsOf } from './filters.ts';
import { type Bounded, newestFirst, withinBytes } from './within-bytes.ts';

/** Bytes of the entries of a page. */
export const maxPageBytes = 2 * 1024 * 1024;

export interface Slice {
  /** Fewer than the limit also where more would exceed `maxPageBytes`. */
  readonly entries: readonly ChainedEntry[];
  /** That of the last entry, if there is a next page. */
  readonly next: Position | undefined;
}

/** A page, newest first. Looks for one row more than the limit, which shows whether there is a next page. */
export async function findPage(
  db: Queryable,
  organizationId: string,
  { before, limit, filters }: Page,
): Promise<Slice> {
  const values: unknown[] = [organizationId, limit + 1];
  let where = 'organization_id = $1';
  if (before !== undefined) {
    const [time, sequence] = [`$${values.push(before.recordedAt)}`, `$${values.push(before.sequence)}`];
    // The first condition alone leaves out partitions.
    where += ` and recorded_at <= ${time} and (recorded_at, sequence) < (${time}, ${sequence})`;
  }
  const { conditions, name } = conditionsOf(filters, values);
  const rows = await db.query<{ sequence: string; recordedAt: Date } & ChainedEntry & Bounded>(
    {
      name: `entries page ${before === undefined ? '0' : '1'}${name}`,
      text: withinBytes({
        columns: 'sequence, recorded_at as "recordedAt", entry as text, hash',
        where: conditions.map((condition) => where + condition),
        order: newestFirst,
        limit: '$2',
        maxBytes: maxPageBytes,
      }),
    },
    values,
  );
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  const next =
    last?.followed === true ? { recordedAt: last.recordedAt, sequence: Number(last.sequence) } : undefined;
  return { entries, next };
}
