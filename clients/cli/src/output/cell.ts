import type { styleText } from 'node:util';
import { cleanJson, cleanLine } from '../text/clean.ts';

type Values = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
export const isTime = (value: unknown): value is string => typeof value === 'string' && isoTime.test(value);

const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
let format: Intl.RelativeTimeFormat | undefined;

/** `3 days ago`, `in 2 hours`; less than a minute is `now`. The future is rounded: what was issued a moment ago for 30 days ends `in 30 days`. */
export function relativeTime(time: string, now = Date.now()): string {
  const seconds = (Date.parse(time) - now) / 1000;
  const found = units.find(([, size]) => Math.abs(seconds) >= size);
  if (found === undefined) return 'now';
  format ??= new Intl.RelativeTimeFormat('en');
  return format.format((seconds > 0 ? Math.round : Math.trunc)(seconds / found[1]), found[0]);
}

/** The name of a thing, or its id. A caller with an API key is the key, and then who made it. */
export function nameOf(thing: Values): string | undefined {
  const { apiKeyPrefix, ...maker } = thing;
  if (typeof apiKeyPrefix === 'string' && apiKeyPrefix !== '') {
    const by = typeof maker['name'] === 'string' ? ` of ${cleanLine(maker['name'])}` : '';
    return `${cleanLine(apiKeyPrefix)}…${by}`;
  }
  const found = ['name', 'email', 'slug', 'prefix', 'type', 'id'].find(
    (field) => typeof thing[field] === 'string' && thing[field] !== '',
  );
  return found === undefined ? undefined : cleanLine(String(thing[found]));
}

/** A value for scripts: one line, ISO times, things by name. */
export function plainCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(plainCell).join(', ');
  if (isObject(value))
    return nameOf(value) ?? (Object.keys(value).length === 0 ? '' : cleanJson(JSON.stringify(value)));
  return cleanLine(typeof value === 'string' ? value : JSON.stringify(value));
}

/** A value for people. */
export function cell(value: unknown, now?: number): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return isTime(value) ? relativeTime(value, now) : plainCell(value);
}

const colours: Readonly<Record<string, Parameters<typeof styleText>[0]>> = {
  active: 'green',
  ok: 'green',
  accepted: 'green',
  pending: 'yellow',
  disabled: 'yellow',
  error: 'red',
  failed: 'red',
  expired: 'dim',
  revoked: 'dim',
  canceled: 'dim',
  declined: 'dim',
};

/** The colour of a status; undefined for other words. */
export const colourOf = (field: string, value: unknown): Parameters<typeof styleText>[0] | undefined =>
  field === 'status' && typeof value === 'string' ? colours[value.toLowerCase()] : undefined;
