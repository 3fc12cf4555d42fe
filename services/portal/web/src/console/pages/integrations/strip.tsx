import { formatDate, words } from '../../words/words.ts';
import type { DayStatus, StatusDay } from './status-days.ts';
import styles from './strip.module.css';

const text = words.integrations.strip;

/** The width of a day with its gap, in units of the view box. */
const cell = 10;
const width = 8;
const height = 20;

/** Shapes differ, not only colours: a full block works, one with a gap has stopped, a low one waits, a line is off, a dot is not known. */
function Day({ x, status }: { readonly x: number; readonly status: DayStatus }) {
  switch (status) {
    case 'error':
      return (
        <>
          <rect x={x} y="0" width={width} height="8" rx="1" />
          <rect x={x} y="12" width={width} height="8" rx="1" />
        </>
      );
    case 'pending':
      return <rect x={x} y={height - 5} width={width} height="5" rx="1" />;
    case 'disabled':
      return <rect x={x} y="9" width={width} height="2" />;
    case 'active':
    case 'warning':
      return <rect x={x} y="0" width={width} height={height} rx="1" />;
    default:
      return <circle cx={x + width / 2} cy={height / 2} r="1" />;
  }
}

/** How many days had which status, in words. Days before the creation are left out. */
export function sayStrip(days: readonly StatusDay[]): string {
  const counts = new Map<DayStatus, number>();
  for (const { status } of days) if (status !== 'none') counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].map(([status, count]) => text.part(text.status[status], count));
  return new Intl.ListFormat(document.documentElement.lang).format(parts);
}

/** The status of an integration on each of the last days, oldest first. */
export const Strip = ({ days }: { readonly days: readonly StatusDay[] }) => (
  <svg
    className={styles.strip}
    viewBox={`0 0 ${days.length * cell - (cell - width)} ${height}`}
    preserveAspectRatio="none"
    role="img"
    aria-label={text.label(sayStrip(days))}
  >
    {days.map(({ start, status }, index) => (
      <g key={start} data-status={status} className={styles.day}>
        <title>{text.day(formatDate(new Date(start).toISOString()), text.status[status])}</title>
        <rect x={index * cell} y="0" width={cell} height={height} className={styles.target} />
        <Day x={index * cell} status={status} />
      </g>
    ))}
  </svg>
);
