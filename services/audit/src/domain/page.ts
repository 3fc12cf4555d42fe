import { invalid } from '@patchbay/errors/failure';

/** The place of an entry in the order of its chain, by which pages are read: `recordedAt` never goes back along a chain. */
export interface Position {
  readonly recordedAt: Date;
  readonly sequence: number;
}

/** Prefix of the encoded text, so that a later format of cursors can be distinguished. */
const version = 'a2';

/** A cursor after this entry: the next page begins with the next older one. New entries do not shift it. */
export const cursorOf = ({ sequence, recordedAt }: Position): string =>
  Buffer.from(`${version}.${sequence}.${recordedAt.getTime()}`, 'utf8').toString('base64url');

/** Milliseconds: the end of the year 9999, the last that a timestamp of the API can have. */
const maxTime = 253_402_300_799_999;

const isWhole = (number: number, min: number, max: number): boolean =>
  Number.isSafeInteger(number) && number >= min && number <= max;

export function positionOf(cursor: string): Position {
  const [, sequence, time] = Buffer.from(cursor, 'base64url').toString('utf8').split('.').map(Number);
  if (sequence !== undefined && isWhole(sequence, 1, Number.MAX_SAFE_INTEGER)) {
    if (time !== undefined && isWhole(time, 0, maxTime)) {
      const position = { sequence, recordedAt: new Date(time) };
      // Encodes it again and compares, to refuse other encodings of the numbers, such as `041`.
      if (cursorOf(position) === cursor) return position;
    }
  }
  throw invalid({ path: 'cursor', message: 'is not a cursor of this list' });
}

export const defaultLimit = 50;
export const maxLimit = 200;

export interface Filters {
  readonly action?: string | undefined;
  readonly actorId?: string | undefined;
  readonly workspaceSlug?: string | undefined;
  /** With `workspaceSlug`: that of the workspace which has the slug now. Undefined: of any workspace that has had it. */
  readonly workspaceId?: string | undefined;
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

/** Throws if `from` is after `to`. */
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
