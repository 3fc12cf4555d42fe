import { accountNames, healthOf, healthWords, integrationHealths } from '@patchbay/client';
import stringWidth from 'fast-string-width';
import { colourOfHealth } from '../output/health.ts';
import { type Io, styled } from '../terminal/io.ts';
import { cleanLine } from '../text/clean.ts';
import { pad, timeOfDay } from '../text/formats.ts';
import { cut } from '../text/table.ts';
import type { Change, Watched } from './integration-changes.ts';

/** Below that many columns there is no room for the provider and for details. */
const wideColumns = 70;

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What changed last, and when: `09:30:05 from pending`, or only when. */
function changeOf(change: Change | undefined, isWide: boolean): string {
  if (change === undefined || change.change === 'found') return '';
  const time = timeOfDay(change.at);
  if (!isWide) return time;
  const isStatus = change.change === 'changed' && change.statusBefore !== change.status;
  return isStatus ? `${time} from ${change.statusBefore}` : `${time} ${change.change}`;
}

/**
 * The lines of a table of integrations, the most urgent first. None of them is wider than the terminal, and there are not more than it has.
 * `last` has the last change of each; `recent` are the ids of those that have just changed, which are marked.
 */
export function tableOf(
  io: Io,
  integrations: readonly Watched[],
  last: ReadonlyMap<string, Change>,
  recent: ReadonlySet<string>,
  { columns, rows }: Size,
): string[] {
  const isWide = columns >= wideColumns;
  const now = io.clock.now().getTime();
  const placeOf = (one: Watched): number => integrationHealths.indexOf(healthOf(one, now));
  const inOrder = integrations.toSorted((one, other) => placeOf(one) - placeOf(other));
  const cells = inOrder.map((one) => ({
    health: healthOf(one, now),
    isRecent: recent.has(one.id),
    texts: [
      one.name,
      ...(isWide ? [one.provider] : []),
      healthWords[healthOf(one, now)],
      changeOf(last.get(one.id), isWide),
      ...(isWide ? [one.statusDetail ?? one.lastError ?? accountNames(one).join(', ')] : []),
    ].map(cleanLine),
  }));
  const heads = ['NAME', ...(isWide ? ['PROVIDER'] : []), 'STATUS', 'CHANGED', ...(isWide ? ['DETAIL'] : [])];
  const statusAt = heads.indexOf('STATUS');
  const widths = heads.map((head, index) =>
    Math.min(
      index === 0 ? Math.floor(columns / 3) : columns,
      Math.max(stringWidth(head), ...cells.map(({ texts }) => stringWidth(texts[index] ?? ''))),
    ),
  );
  /** The columns that still fit; the last one is cut. */
  const line = (
    mark: string,
    texts: readonly string[],
    colour?: ReturnType<typeof colourOfHealth>,
  ): string => {
    let left = columns - 3;
    const shown = texts.map((text, index) => {
      const width = Math.min(widths[index] ?? 0, Math.max(0, left));
      left -= width + 2;
      const padded = index === texts.length - 1 ? cut(text, width) : pad(text, width);
      return colour !== undefined && index === statusAt ? styled(io, io.stdout, colour, padded) : padded;
    });
    return `${mark} ${shown.join('  ').trimEnd()}`;
  };
  // The lines above and below the table take three.
  const room = Math.max(1, rows - 4);
  const shownCells = cells.length > room ? cells.slice(0, room - 1) : cells;
  const omitted = cells.length - shownCells.length;
  return [
    styled(io, io.stdout, 'dim', line(' ', heads)),
    ...shownCells.map(({ health, isRecent, texts }) =>
      line(isRecent ? '*' : ' ', texts, colourOfHealth(health)),
    ),
    ...(omitted > 0 ? [`  … and ${omitted} more`] : []),
  ];
}
