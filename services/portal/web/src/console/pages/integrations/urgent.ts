import type { Input, Schemas } from '@patchbay/client';
import { useEffect } from 'react';
import { mostOfPage } from '../../data/api-bounds.ts';
import { usePages } from '../../data/queries.ts';
import { isUrgent } from './integration-state.ts';

type Row = Schemas['OrganizationIntegration'];

interface Rows {
  /** Those that were read so far. */
  readonly rows: readonly Row[];
  /** False: there are more, which are being read. */
  readonly isComplete: boolean;
}

/** At most so many are read. */
const mostRead = 1_000;

/** Reads page after page while `goesOn` of the last row. Undefined: nothing is read yet, or it is not enabled. */
function useRowsWhile(
  input: Omit<Input<'listOrganizationIntegrations'>, 'cursor' | 'limit'>,
  goesOn: (last: Row) => boolean,
  enabled: boolean,
): Rows | undefined {
  const { query, rows, more } = usePages(
    'listOrganizationIntegrations',
    'integrations',
    { ...input, limit: mostOfPage },
    { enabled },
  );
  const last = rows?.at(-1);
  const needsMore = enabled && query.hasNextPage && last !== undefined && goesOn(last);
  const reads = needsMore && (rows?.length ?? 0) < mostRead;
  useEffect(() => {
    if (reads) more();
  });
  return enabled && rows !== undefined ? { rows, isComplete: !needsMore } : undefined;
}

/**
 * The integrations of a list that somebody should look at now: the API has them in front. `first` is the first page of the list, with
 * `mostOfPage` rows; others are read while their last row is urgent.
 */
export function useUrgent(
  input: { readonly orgSlug: string; readonly workspaceSlug?: string },
  first: Schemas['OrganizationIntegrationPage'] | undefined,
): Rows | undefined {
  const now = Date.now();
  const last = first?.integrations.at(-1);
  const isLong =
    first !== undefined && first.nextCursor !== null && last !== undefined && isUrgent(last, now);
  const more = useRowsWhile(input, (row) => isUrgent(row, now), isLong);
  if (first === undefined) return undefined;
  const { rows, isComplete } = more ?? { rows: first.integrations, isComplete: !isLong };
  return { rows: rows.filter((row) => isUrgent(row, now)), isComplete };
}

/** The integrations that nobody has connected. */
export const useUnconnected = (orgSlug: string, enabled: boolean): Rows | undefined =>
  useRowsWhile({ orgSlug, status: 'pending' }, () => true, enabled);
