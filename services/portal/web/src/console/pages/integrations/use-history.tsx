import { useState } from 'react';
import type { Schemas } from '../../../api/answer.ts';
import { Fold } from '../../../parts/fold.tsx';
import { Text } from '../../../parts/text.tsx';
import { useRead } from '../../data/queries.ts';
import { Filter, Filters } from '../../parts/filter.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useHistory as text } from '../../words/en/use-history.ts';
import { formatDate, formatNumber } from '../../words/words.ts';
import { callersOf } from './hours.ts';
import type { PanelProps } from './panel-parts.tsx';
import { lastDays } from './status-days.ts';
import {
  answeredOf,
  errorsOf,
  firstKnownDay,
  historyDays,
  mostUses,
  type UseDay,
  useDays,
} from './use-days.ts';
import styles from './use-history.module.css';

const dateOf = (start: number): string => formatDate(new Date(start).toISOString());

/** The uses of an integration over 90 days: answered requests and errors by day, of everybody or of one caller. */
export function UseHistory({ at, integration }: PanelProps) {
  // Computed once, so that the key of the query stays the same.
  const [days] = useState(() => lastDays(Date.now(), historyDays));
  const from = new Date(days[0] ?? 0).toISOString();
  const query = useRead('listUses', { ...at, from }, { live: false });
  return (
    <Loaded query={query}>
      {({ uses }) =>
        uses.length === 0 ? (
          <>
            <Text kind="quiet">{text.none}</Text>
            <Text kind="quiet">{text.noneHow}</Text>
          </>
        ) : (
          <History uses={uses} days={days} createdAt={integration.createdAt} />
        )
      }
    </Loaded>
  );
}

interface HistoryProps {
  readonly uses: readonly Schemas['Use'][];
  readonly days: readonly number[];
  readonly createdAt: string;
}

const nameOf = ({ name, apiKeyPrefix }: Schemas['UseCaller']): string =>
  apiKeyPrefix === null ? name : `${apiKeyPrefix}… (${name})`;

function History({ uses, days, createdAt }: HistoryProps) {
  const [caller, setCaller] = useState('');
  const [api, setApi] = useState('');
  const callers = callersOf(uses);
  const apis = [...new Set(uses.map((use) => use.api))].toSorted((one, other) => one.localeCompare(other));
  const chosen = uses.filter(
    (use) => (caller === '' || use.caller.id === caller) && (api === '' || use.api === api),
  );
  const known = firstKnownDay(uses, createdAt);
  const all = useDays(chosen, days, known);
  return (
    <>
      {(callers.length > 1 || apis.length > 1) && (
        <Filters>
          {callers.length > 1 && (
            <Filter
              label={text.caller}
              value={caller}
              onChange={setCaller}
              options={[
                { value: '', label: text.anyCaller },
                ...callers.map((each) => ({ value: each.caller.id, label: nameOf(each.caller) })),
              ]}
            />
          )}
          {apis.length > 1 && (
            <Filter
              label={text.api}
              value={api}
              onChange={setApi}
              options={[{ value: '', label: text.anyApi }, ...apis.map((value) => ({ value, label: value }))]}
            />
          )}
        </Filters>
      )}
      {chosen.length === 0 ? (
        <Text kind="quiet">{text.noneOfThese}</Text>
      ) : (
        <>
          <Chart words={text.answered} days={all} valueOf={answeredOf} kind="answered" />
          <Chart words={text.errors} days={all} valueOf={errorsOf} kind="errors" />
          {known > (days[0] ?? 0) && (
            <Text kind="quiet">{(uses.length < mostUses ? text.created : text.cut)(dateOf(known))}</Text>
          )}
          <Fold summary={text.numbers}>
            <Numbers days={all} />
          </Fold>
        </>
      )}
    </>
  );
}

/** The width of a day with its gap, and the height of the highest bar, in units of the view box. */
const step = 4;
const height = 48;

interface ChartProps {
  readonly words: { readonly title: string; readonly sum: (count: number, shown: string) => string };
  readonly days: readonly UseDay[];
  readonly valueOf: (day: UseDay) => number;
  readonly kind: 'answered' | 'errors';
}

function Chart({ words, days, valueOf, kind }: ChartProps) {
  const values = days.map(valueOf);
  const most = Math.max(...values);
  const total = values.reduce((sum, value) => sum + value, 0);
  const sum = (count: number): string => words.sum(count, formatNumber(count));
  const busiest = days[values.indexOf(most)];
  const first = days[0];
  const last = days.at(-1);
  if (busiest === undefined || first === undefined || last === undefined) return null;
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <span>{words.title}</span>
        <strong>{sum(total)}</strong>
      </figcaption>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        data-kind={kind}
        aria-label={
          total === 0
            ? text.labelOfNone(words.title)
            : text.label(words.title, sum(total), formatNumber(most), dateOf(busiest.start))
        }
      >
        {days.map((day, index) => {
          const value = values[index] ?? 0;
          const bar = value === 0 ? 0 : Math.max(2, (value / most) * height);
          return (
            <g key={day.start}>
              <title>
                {day.isKnown ? text.day(dateOf(day.start), sum(value)) : text.unknown(dateOf(day.start))}
              </title>
              <rect x={index * step} y="0" width={step} height={height} className={styles.target} />
              {day.isKnown ? (
                <rect
                  x={index * step}
                  y={height - bar}
                  width={step - 1}
                  height={bar}
                  className={styles.bar}
                />
              ) : (
                <rect
                  x={index * step}
                  y={height / 2}
                  width={step - 2}
                  height="1"
                  className={styles.unknown}
                />
              )}
            </g>
          );
        })}
      </svg>
      <span className={styles.ends}>
        <span>{dateOf(first.start)}</span>
        {most > 0 && <span>{text.most(formatNumber(most))}</span>}
        <span>{dateOf(last.start)}</span>
      </span>
    </figure>
  );
}

const kinds = ['reads', 'changes', 'refused', 'failed'] as const;

/** The figures of the charts, newest first. */
const Numbers = ({ days }: { readonly days: readonly UseDay[] }) => (
  // The keyboard scrolls it.
  <div className={styles.scroll} role="region" aria-label={text.table} tabIndex={0}>
    <table className={styles.numbers}>
      <thead>
        <tr>
          <th scope="col">{text.columns.day}</th>
          {kinds.map((kind) => (
            <th key={kind} scope="col">
              {text.columns[kind]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.start}>
            <th scope="row">{dateOf(day.start)}</th>
            {kinds.map((kind) => (
              <td key={kind}>{day.isKnown ? formatNumber(day[kind]) : text.unknownDay}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
