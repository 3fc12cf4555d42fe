import { createHash } from 'node:crypto';
import { invalid } from '@patchbay/errors/failure';
import { noControlCharacters } from '@patchbay/text/characters';
import { validate as isUuid } from 'uuid';
import type { IntegrationStatus } from './integration.ts';

/** Days before its end at which an authorization ends soon. */
export const soonDays = 7;

const dayMs = 86_400_000;

export const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * dayMs);

/** The parts of the list, in their order: broken ones, active ones whose last check failed, active ones that end soon, the others. */
export const sections = ['broken', 'failing', 'ending', 'others'] as const;
export type Section = (typeof sections)[number];

export interface ListFilters {
  readonly status?: IntegrationStatus | undefined;
  readonly provider?: string | undefined;
  readonly workspaceSlug?: string | undefined;
  /** The authorization ends before this moment. */
  readonly endsBefore?: Date | undefined;
  /** Part of the name, of the connected account, or of an account that the client chose. */
  readonly q?: string | undefined;
}

/** The place of an integration in the list. */
export interface Position {
  readonly section: Section;
  /** What the section is ordered by: the end in milliseconds for `ending`, the name in lower case for the others. */
  readonly key: string;
  readonly id: string;
}

export interface ListPage {
  readonly filters: ListFilters;
  /** The moment of the first page: what ends soon stays the same on all pages. */
  readonly asOf: Date;
  /** Undefined: the first page. */
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Prefix of the encoded text, so that a later format of cursors can be distinguished. */
const version = 'i2';

/** A cursor of another organization or of other filters has another digest. */
const digestOf = (organizationId: string, filters: ListFilters): string => {
  const { status, provider, workspaceSlug, endsBefore, q } = filters;
  const list = [organizationId, status, provider, workspaceSlug, endsBefore?.getTime(), q];
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 16);
};

/** A cursor after this integration. */
export function cursorOf(
  organizationId: string,
  { filters, asOf }: Pick<ListPage, 'filters' | 'asOf'>,
  { section, id, key }: Position,
): string {
  const digest = digestOf(organizationId, filters);
  const parts = [version, digest, asOf.getTime(), sections.indexOf(section), id, key];
  return Buffer.from(parts.join('.'), 'utf8').toString('base64url');
}

/** Milliseconds: the end of the year 9999, the last that a timestamp of the API can have. */
const maxTime = 253_402_300_799_999;

const isTime = (number: number): boolean => Number.isSafeInteger(number) && number >= 0 && number <= maxTime;

function readCursor(
  organizationId: string,
  filters: ListFilters,
  cursor: string,
): Pick<ListPage, 'asOf' | 'after'> {
  const [, , time, place, id = '', ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  const section = sections[Number(place)];
  const key = rest.join('.');
  const isKey = section === 'ending' ? isTime(Number(key)) : noControlCharacters.holds(key);
  if (section !== undefined && isTime(Number(time)) && isUuid(id) && isKey) {
    const asOf = new Date(Number(time));
    const after = { section, key, id };
    // Encodes it again and compares, to refuse other lists, and other encodings of the numbers, such as `041`.
    if (cursorOf(organizationId, { filters, asOf }, after) === cursor) return { asOf, after };
  }
  throw invalid({ path: 'cursor', message: 'is not a cursor of this list' });
}

const defaultLimit = 50;
export const maxLimit = 200;

export function pageOf(
  organizationId: string,
  { filters, cursor, limit }: { filters: ListFilters; cursor: string; limit: number },
  now: Date,
): ListPage {
  if (limit > maxLimit) throw invalid({ path: 'limit', message: `must be 1 to ${maxLimit}` });
  const start = cursor === '' ? { asOf: now, after: undefined } : readCursor(organizationId, filters, cursor);
  return { filters, limit: limit || defaultLimit, ...start };
}
