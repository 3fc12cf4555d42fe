import { matching, type Operation, operations } from './operations.ts';
import { requests } from './requests.ts';

/** A series of events, and how many of them miss the objective. */
export interface Measure {
  /** The value of the label `part`; undefined where `events` has it. */
  readonly part?: string;
  /** Events a second. */
  readonly events: string;
  /**
   * Those of them that miss the objective, 0 where there are none: without a value the ratios would have none. `recorded` is the
   * series that `events` was stored as.
   */
  readonly failures: (recorded: string) => string;
}

export interface Objective {
  /** The value of the label `slo`. */
  readonly slo: string;
  /** What is promised, as a sentence. */
  readonly promise: string;
  /** The share of events that must be good, over 30 days. */
  readonly target: number;
  /** False: nobody is called for it at night. */
  readonly pages: boolean;
  readonly measures: readonly Measure[];
}

/** 499 says that the client disconnected: neither good nor bad. */
const answered = 'status!="499"';
const failed = 'status=~"5.."';

/** Refused because of overload. Those refused by their headers alone are not among the requests, and none has an operation. */
const shed = 'sum by (namespace) (rate(patchbay_requests_shed_total[5m]))';
const withShed = (matcher: string): string => {
  const counted = `sum by (namespace) (${requests}{part!="pages", ${matcher}})`;
  return `${counted} + ${shed}\nor ${counted}\nor ${shed}`;
};

/** They wait for a server that is not ours, or stream an answer that is as long as its trail. */
export const notTimed: readonly string[] = [
  'startProviderSignIn',
  'completeProviderSignIn',
  'connectIntegration',
  'enableIntegration',
  'verifyIntegration',
  'completeConnectOauth',
  'submitConnectCredentials',
  'exportAuditLogs',
  'verifyAuditLogs',
];
const timed = operations.filter(({ id }) => !notTimed.includes(id));

/** A bound of a histogram, in seconds. Prometheus 3 stores that of a whole number as `5.0`, older ones as it is served, `5`. */
const le = (bound: number): string =>
  Number.isInteger(bound) ? `le=~"${bound}|${bound}[.]0"` : `le="${bound}"`;

/** Observations of a histogram that are at most `bound`, which is one of its bounds. */
const within = (histogram: string, bound: number, matchers = ''): Pick<Measure, 'events' | 'failures'> => ({
  events: `sum by (namespace) (rate(${histogram}_count${matchers && `{${matchers}}`}[5m]))`,
  failures: (recorded) =>
    `${recorded}\n- on (namespace) sum by (namespace) (rate(${histogram}_bucket{${[matchers, le(bound)].filter(Boolean).join(', ')}}[5m]))`,
});

const answeredWithin = (part: string, some: readonly Operation[], bound: number): Measure => ({
  part,
  ...within('patchbay_http_request_duration', bound, `${matching(some)}, status!~"499|5.."`),
});

/** Each second is an event, which misses the objective while the gauge is above the bound. */
const secondsUpTo = (part: string, gauge: string, bound: number): Measure => ({
  part,
  events: `max by (namespace) (${gauge}) >= bool 0`,
  failures: () => `max by (namespace) (${gauge}) > bool ${bound}`,
});

/** What an installation promises. docs/slo.md gives the reasons. */
export const objectives: readonly Objective[] = [
  {
    slo: 'availability',
    promise: '99.9 % of requests are answered, with anything but a 5xx',
    target: 0.999,
    pages: true,
    measures: [
      {
        events: `sum by (namespace, part) (${requests}{${answered}})`,
        failures: () =>
          `sum by (namespace, part) (${requests}{${failed}})\nor 0 * sum by (namespace, part) (${requests}{${answered}})`,
      },
      {
        part: 'api',
        events: withShed(answered),
        failures: (recorded) => `${withShed(failed)}\nor on (namespace) 0 * ${recorded}`,
      },
    ],
  },
  {
    slo: 'latency',
    promise: '99 % of reads are answered within 0.5 s, 99 % of changes within 1 s',
    target: 0.99,
    pages: true,
    measures: [
      answeredWithin(
        'reads',
        timed.filter(({ method }) => method === 'GET'),
        0.5,
      ),
      answeredWithin(
        'changes',
        timed.filter(({ method }) => method !== 'GET'),
        1,
      ),
    ],
  },
  {
    slo: 'trail',
    promise: '99.9 % of entries are in their trail within 5 s of the action',
    target: 0.999,
    pages: true,
    measures: [{ part: 'entries', ...within('patchbay_trail_delay', 5) }],
  },
  {
    slo: 'mails',
    promise:
      'during 99.5 % of the time mails leave within a minute, apart from one or two that a mail server puts off',
    target: 0.995,
    pages: true,
    measures: [
      {
        part: 'mails',
        events: 'max by (namespace) (patchbay_mails_oldest) >= bool 0',
        failures: () =>
          [
            'max by (namespace) (',
            '  (max by (namespace, context) (patchbay_mails_oldest) > bool 60)',
            '  * (max by (namespace, context) (patchbay_mails_waiting) >= bool 3)',
            ')',
          ].join('\n'),
      },
    ],
  },
  {
    slo: 'statuses',
    promise:
      'during 99.5 % of the time no verification, renewal or revocation is due for longer than ten minutes',
    target: 0.995,
    pages: false,
    measures: ['verifications', 'renewals', 'revocations'].map((queue) =>
      secondsUpTo(queue, `patchbay_background_oldest{queue="${queue}"}`, 600),
    ),
  },
];
