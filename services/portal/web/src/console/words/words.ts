import { locale } from '../../words/words.ts';
import { account } from './en/account.ts';
import { common } from './en/common.ts';
import { connectLink } from './en/connect-link.ts';
import { developers } from './en/developers.ts';
import { frame } from './en/frame.ts';
import { home } from './en/home.ts';
import { integrations } from './en/integrations.ts';
import { keys } from './en/keys.ts';
import { overview } from './en/overview.ts';
import { reveal } from './en/reveal.ts';
import { roles } from './en/roles.ts';
import { workspaces } from './en/workspaces.ts';

/** The texts of the console. A file for each page, in a folder for each language. */
export const words = {
  account,
  common,
  connectLink,
  developers,
  frame,
  home,
  integrations,
  keys,
  overview,
  reveal,
  roles,
  workspaces,
};

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const day = 86_400;
const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', day],
  ['hour', 3_600],
  ['minute', 60],
];

const days = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });

/** A date, with the year where it is another than now. */
const formatDay = (iso: string, now: number): string =>
  new Date(iso).getFullYear() === new Date(now).getFullYear() ? days.format(new Date(iso)) : formatDate(iso);

/**
 * How long ago, or in how much time, in the largest unit that fits. What is still a day or more away has its date too: "in 3 months"
 * can be any day of a month.
 */
export function ago(iso: string, now: number = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  const [unit, length] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  if (unit === 'second') return relative.format(0, 'second');
  const said = relative.format(Math.trunc(seconds / length), unit);
  return seconds < day ? said : words.common.onDay(said, formatDay(iso, now));
}

/** A time of the current day. */
export const formatTime = (time: number): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(time);

const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const numbers = new Intl.NumberFormat(locale);

/** A date without its time. */
export const formatDate = (iso: string): string => dates.format(new Date(iso));

/** A number with separators of thousands. */
export const formatNumber = (value: number): string => numbers.format(value);

const listed = 5;

/** Names in a sentence. Of many the first five, and how many more there are. */
export const formatList = (names: readonly string[]): string =>
  new Intl.ListFormat(locale).format(
    names.length <= listed ? names : [...names.slice(0, listed), words.common.others(names.length - listed)],
  );
