import { invalid } from '@patchbay/errors/failure';
import { positionOf } from './cursor.ts';
import type { Position } from './position.ts';

export const defaultLimit = 50;
export const maxLimit = 200;

export interface Filters {
  readonly action?: string | undefined;
  readonly actorId?: string | undefined;
  readonly workspaceSlug?: string | undefined;
  readonly targetType?: string | undefined;
  readonly targetId?: string | undefined;
  /** When it occurred: inclusive. */
  readonly from?: Date | undefined;
  /** When it occurred: exclusive. */
  readonly to?: Date | undefined;
}

/** A page of the trail, newest first. */
export interface Page {
  /** Only older entries; undefined: from the newest. */
  readonly before: Position | undefined;
  readonly limit: number;
  readonly filters: Filters;
}

/** Throws where `from` is after `to`. */
export function checkFilters({ from, to }: Filters): void {
  if (from !== undefined && to !== undefined && from > to) {
    throw invalid({ path: 'from', message: 'must not be after to' });
  }
}

export function pageOf(request: { cursor: string; limit: number; filters: Filters }): Page {
  const { cursor, filters } = request;
  const limit = request.limit === 0 ? defaultLimit : request.limit;
  if (limit > maxLimit) throw invalid({ path: 'limit', message: `must be 1 to ${maxLimit}` });
  checkFilters(filters);
  return { before: cursor === '' ? undefined : positionOf(cursor), limit, filters };
}
