import type { Input } from '@patchbay/client';
import { isSlug } from '../../../pages/sign-up/slug.ts';
import { trailNames } from '../../words/en/trail-names.ts';

/** The filters, by the names of their parameters in the URL. */
export const filterNames = ['action', 'actor', 'workspace', 'target', 'from', 'to'] as const;

export type FilterName = (typeof filterNames)[number];
/** '': the filter is not set. */
export type Filters = Readonly<Record<FilterName, string>>;

type Filtered = Omit<Input<'exportAuditLogs'>, 'orgSlug'>;

/** Bounds of a day: while a year is typed, each digit makes a day, such as one in the year 2. The day after `lastDay` still has a year of four digits. */
export const firstDay = '2000-01-01';
export const lastDay = '9998-12-31';

/** The start of a day in the local time zone. Undefined: not a valid day. */
function startOf(day: string, daysLater = 0): string | undefined {
  const isInside = /^\d{4}-\d\d-\d\d$/.test(day) && day >= firstDay && day <= lastDay;
  const date = new Date(isInside ? `${day}T00:00:00` : Number.NaN);
  date.setDate(date.getDate() + daysLater);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

export const isDay = (day: string): boolean => startOf(day) !== undefined;

const isOneOf = <T extends string>(texts: Readonly<Record<T, string>>, text: string): text is T =>
  Object.hasOwn(texts, text);

/**
 * The parameters of the API for the filters. An `action` without a dot is a group: all actions on that type of target. The last day is
 * included. Invalid values, from a typed address, do not filter.
 */
export function apiFilters({ action, actor, workspace, target, from, to }: Filters): Filtered {
  const [begin, end] = [startOf(from), startOf(to, 1)];
  return {
    ...(isOneOf(trailNames.actions, action) && { action }),
    ...(isOneOf(trailNames.groups, action) && { targetType: action }),
    ...(actor !== '' && { actorId: actor }),
    ...(isSlug(workspace) && { workspaceSlug: workspace }),
    ...(target !== '' && { targetId: target }),
    ...(begin !== undefined && { from: begin }),
    ...(end !== undefined && { to: end }),
  };
}

/** Whether the first day is after the last one, which the API refuses. */
export const isReversed = ({ from, to }: Filtered): boolean =>
  from !== undefined && to !== undefined && from >= to;

/** An entry in the URL: its sequence number and its time, by which it can be read. */
export const addressOf = ({
  sequence,
  occurredAt,
}: {
  readonly sequence: number;
  readonly occurredAt: string;
}): string => `${sequence}-${Date.parse(occurredAt)}`;

/** Filters for the millisecond of the entry in the URL. Undefined: the URL has no entry. */
export function timeOf(entry: string): { readonly from: string; readonly to: string } | undefined {
  const time = Number(/^\d{1,16}-(\d{1,14})$/.exec(entry)?.[1] ?? Number.NaN);
  if (Number.isNaN(time)) return undefined;
  return { from: new Date(time).toISOString(), to: new Date(time + 1).toISOString() };
}
