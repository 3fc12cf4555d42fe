import { objectives } from '../objectives.ts';
import { burn, failuresPerSecond, secondsBetween, type Window } from '../recordings.ts';
import type { Alert, Group, Severity } from '../rule.ts';

/** A speed at which a budget is used, as a multiple of that which uses it up in 30 days. */
export interface Speed {
  readonly alert: string;
  readonly severity: Severity;
  readonly speed: number;
  /** Hours of the long window. */
  readonly hours: number;
  readonly long: Window;
  readonly short: Window;
  readonly lasting: string;
}

export const speeds: readonly Speed[] = [
  {
    alert: 'PatchbayBudgetBurnsVeryFast',
    severity: 'page',
    speed: 14.4,
    hours: 1,
    long: '1h',
    short: '5m',
    lasting: '1m',
  },
  {
    alert: 'PatchbayBudgetBurnsFast',
    severity: 'page',
    speed: 6,
    hours: 6,
    long: '6h',
    short: '30m',
    lasting: '1m',
  },
  {
    alert: 'PatchbayBudgetBurns',
    severity: 'ticket',
    speed: 1,
    hours: 72,
    long: '3d',
    short: '6h',
    lasting: '10m',
  },
];

/** The share of the budget of 30 days that is used in the long window at this speed. */
export const shareUsed = ({ speed, hours }: Speed): string => `${Math.round((speed * hours * 100) / 720)} %`;

const paging = objectives.filter(({ pages }) => pages).map(({ slo }) => slo);

/**
 * Burns in the long window, so that it matters, and in the short one, so that it has not ended. A few requests of a group that is
 * seldom used are many percent of it: at least ten events must have missed the objective.
 */
function alertOf(source: Speed): Alert {
  const { alert, severity, speed, long, short, lasting } = source;
  const chosen = severity === 'page' ? `{slo=~"${paging.join('|')}"}` : '';
  return {
    alert,
    severity,
    expr: [
      `${burn(long)}${chosen} > ${speed}`,
      `and ${burn(short)} > ${speed}`,
      `and sum_over_time(${failuresPerSecond}[${long}]) * ${secondsBetween} >= 10`,
    ].join('\n'),
    lasting,
    summary:
      '{{ $labels.namespace }}: {{ $labels.slo }} of {{ $labels.part }} uses its error budget {{ $value | humanize }} times as fast as it may',
    description: `An objective is missed so often that ${shareUsed(source)} of the budget of 30 days were used within ${long}, and it goes on.`,
    runbook: 'alerts.md#when-the-error-budget-is-used-up-too-fast',
  };
}

export const burningAlerts: Group<Alert> = { name: 'patchbay-budgets', rules: speeds.map(alertOf) };
