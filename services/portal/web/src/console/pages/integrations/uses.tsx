import { Suspense } from 'react';
import { Link } from 'react-router';
import type { Schemas } from '../../../api/answer.ts';
import { Button } from '../../../parts/button.tsx';
import { Fold } from '../../../parts/fold.tsx';
import { Text } from '../../../parts/text.tsx';
import { formatDateTime } from '../../../words/words.ts';
import { useOrganization, useWorkspace } from '../../data/access.tsx';
import { useFilter } from '../../data/filters.ts';
import { useRead } from '../../data/queries.ts';
import { Filter } from '../../parts/filter.tsx';
import { lazyPart, NotLoaded } from '../../parts/lazy-part.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PanelPart } from '../../parts/panel.tsx';
import { integrationPanel } from '../../words/en/integration-panel.ts';
import { ago, formatNumber, formatTime } from '../../words/words.ts';
import { callersOf, type Hour, hourMs, hourOf, hoursOf, lastUseOf, totalOf } from './hours.ts';
import { lastRequestsId } from './last-requests.tsx';
import { type PanelProps, Rows } from './panel-parts.tsx';
import styles from './uses.module.css';

const text = integrationPanel.uses;

/** Number of hours in the chart. */
const periods = { day: 24, week: 168 } as const;
type Period = keyof typeof periods;

const requests = (count: number): string => text.requests(count, formatNumber(count));

const UseHistory = lazyPart(
  async () => (await import('./use-history.tsx')).UseHistory,
  () => <NotLoaded onClose={() => undefined} />,
);

/** The uses of the integration: by hour and by caller, or over 90 days. */
export function Uses({ at, integration }: PanelProps) {
  const [chosen, setChosen] = useFilter('period');
  const isHistory = chosen === 'history';
  const period: Period = chosen === 'day' ? 'day' : 'week';
  const sees = useOrganization().can.includes('listAuditLogs');
  const now = Date.now();
  const from = new Date(hourOf(now) - (periods[period] - 1) * hourMs).toISOString();
  const query = useRead('listUses', { ...at, from }, { enabled: !isHistory });
  return (
    <PanelPart
      title={text.title}
      aside={
        <Filter
          label={text.period}
          value={isHistory ? chosen : period}
          onChange={(next) => setChosen(next === 'week' ? '' : next)}
          options={[
            { value: 'week', label: text.periods.week },
            { value: 'day', label: text.periods.day },
            { value: 'history', label: text.periods.history },
          ]}
        />
      }
    >
      <Text kind="quiet">
        {text.recorded}
        {sees && (
          <>
            {' '}
            <Link to={`/o/${at.orgSlug}/trail?target=${at.id}&action=integration.request_sent`}>
              {text.changes}
            </Link>
          </>
        )}
      </Text>
      {isHistory ? (
        <Suspense>
          <UseHistory at={at} integration={integration} />
        </Suspense>
      ) : (
        <Loaded query={query}>
          {({ uses }) =>
            uses.length === 0 ? (
              <Text kind="quiet">{text.none}</Text>
            ) : (
              <>
                <Bars hours={hoursOf(uses, now, periods[period])} period={period} />
                <h4 className={styles.callers}>{text.callers}</h4>
                <Callers at={at} uses={uses} now={now} />
              </>
            )
          }
        </Loaded>
      )}
    </PanelPart>
  );
}

/** The width of an hour with its gap, and the height of the highest bar, in units of the view box. */
const step = 4;
const height = 64;

function Bars({ hours, period }: { readonly hours: readonly Hour[]; readonly period: Period }) {
  const totals = hours.map(totalOf);
  const most = Math.max(...totals, 1);
  const total = totals.reduce((sum, each) => sum + each, 0);
  const startOf = (start: number): string => formatDateTime(new Date(start).toISOString());
  return (
    <>
      <div className={styles.chart}>
        <span className={styles.most}>{text.most(formatNumber(most))}</span>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${hours.length * step} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={text.label(text.periods[period], requests(total), formatNumber(most))}
        >
          {hours.map((hour, index) => {
            const sum = totalOf(hour);
            const bar = sum === 0 ? 0 : Math.max(2, (sum / most) * height);
            return (
              <g key={hour.start}>
                <title>{text.hour(startOf(hour.start), requests(sum))}</title>
                <rect x={index * step} y="0" width={step} height={height} className={styles.target} />
                <rect
                  x={index * step}
                  y={height - bar}
                  width={step - 1}
                  height={bar}
                  className={hour.refused + hour.failed > 0 ? styles.trouble : styles.bar}
                />
              </g>
            );
          })}
        </svg>
        <span className={styles.ends}>
          <span>{text.from[period]}</span>
          <span>{text.now}</span>
        </span>
      </div>
      <Fold summary={text.numbers}>
        <Numbers hours={hours.filter((hour) => totalOf(hour) > 0)} startOf={startOf} />
      </Fold>
    </>
  );
}

interface NumbersProps {
  readonly hours: readonly Hour[];
  readonly startOf: (start: number) => string;
}

const kinds = ['reads', 'changes', 'refused', 'failed'] as const;

const Numbers = ({ hours, startOf }: NumbersProps) => (
  <table className={styles.numbers}>
    <thead>
      <tr>
        <th scope="col">{text.columns.hour}</th>
        {kinds.map((kind) => (
          <th key={kind} scope="col">
            {text.columns[kind]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {hours.map((hour) => (
        <tr key={hour.start}>
          <th scope="row">{startOf(hour.start)}</th>
          {kinds.map((kind) => (
            <td key={kind}>{formatNumber(hour[kind])}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

interface CallersProps extends Pick<PanelProps, 'at'> {
  readonly uses: readonly Schemas['Use'][];
  readonly now: number;
}

/** Shows the requests that were refused, or else those that failed, in the part below. */
function useTrouble(): ((refused: number) => void) | undefined {
  const [, filter] = useFilter('outcome');
  if (!useWorkspace().can.includes('listRelayedRequests')) return undefined;
  return (refused) => {
    filter(refused > 0 ? 'refused' : 'failed');
    // The browser scrolls there.
    document.getElementById(lastRequestsId)?.focus();
  };
}

/** The callers: an API key by its own name, and then by who made it. */
function Callers({ at, uses, now }: CallersProps) {
  const grants = useRead('listGrants', at).data?.grants ?? [];
  const show = useTrouble();
  return (
    <Rows
      label={text.callers}
      rows={callersOf(uses).map((sum) => {
        const { id, name, apiKeyPrefix } = sum.caller;
        const grant = grants.find((each) => each.id === sum.grantId);
        const last = lastUseOf(sum, grant);
        return {
          key: id,
          name: apiKeyPrefix === null ? name : (grant?.apiKey.name ?? text.key(apiKeyPrefix)),
          details: [
            apiKeyPrefix !== null && grant !== undefined && `${apiKeyPrefix}…`,
            apiKeyPrefix !== null && name !== '' && text.madeBy(name),
            requests(totalOf(sum)),
            sum.refused + sum.failed > 0 && text.trouble(formatNumber(sum.refused), formatNumber(sum.failed)),
            'at' in last
              ? ago(last.at, now)
              : text.within(formatDateTime(last.from), formatTime(Date.parse(last.to))),
          ]
            .filter(Boolean)
            .join(' · '),
          action: show !== undefined && sum.refused + sum.failed > 0 && (
            <Button kind="other" onClick={() => show(sum.refused)}>
              {text.open}
            </Button>
          ),
        };
      })}
    />
  );
}
