import type { PointerEvent } from 'react';
import { formatDate, words } from '../../words/words.ts';
import type { DayStatus, StatusDay } from './status-days.ts';
import styles from './strip.module.css';

const text = words.integrations.strip;

/** The width of a day with its gap, in units of the view box. */
const cell = 10;
const width = 8;
const height = 20;

/** Shapes differ, not only colours: a full block works, one with a gap has stopped, a low one waits, a line is off, a dot is not known. */
function shapeOf(status: DayStatus, x: number): string {
  switch (status) {
    case 'error':
      return `M${x} 0h8v8h-8zM${x} 12h8v8h-8z`;
    case 'pending':
      return `M${x} 15h8v5h-8z`;
    case 'disabled':
      return `M${x} 9h8v2h-8z`;
    case 'active':
    case 'warning':
      return `M${x} 0h8v20h-8z`;
    default:
      return `M${x + 3} 9h2v2h-2z`;
  }
}

const list = new Intl.ListFormat(document.documentElement.lang);

/** How many days had which status, in words. Days before the creation are left out. */
export function sayStrip(days: readonly StatusDay[]): string {
  const counts = new Map<DayStatus, number>();
  for (const { status } of days) if (status !== 'none') counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].map(([status, count]) => text.part(text.status[status], count));
  return list.format(parts);
}

/**
 * The status of an integration on each of the last days, oldest first. One shape for each status, because a list draws hundreds of strips
 * while it scrolls. The tooltip is of the day under the pointer.
 */
export function Strip({ days }: { readonly days: readonly StatusDay[] }) {
  const shapes = new Map<DayStatus, string>();
  for (const [index, { status }] of days.entries())
    shapes.set(status, (shapes.get(status) ?? '') + shapeOf(status, index * cell));
  const sayDay = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): void => {
    const { left, width: drawn } = currentTarget.getBoundingClientRect();
    const day = days[Math.floor(((clientX - left) / drawn) * days.length)];
    const title = currentTarget.querySelector('title');
    if (title !== null && day !== undefined)
      title.textContent = text.day(formatDate(new Date(day.start).toISOString()), text.status[day.status]);
  };
  return (
    <svg
      className={styles.strip}
      viewBox={`0 0 ${days.length * cell - (cell - width)} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={text.label(sayStrip(days))}
      onPointerMove={sayDay}
    >
      <title />
      <rect width="100%" height={height} className={styles.target} />
      {[...shapes].map(([status, shape]) => (
        <path key={status} d={shape} data-status={status} className={styles.day} />
      ))}
    </svg>
  );
}
