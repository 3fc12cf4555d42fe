import { parseArgs } from 'node:util';

export interface Settings {
  /** Connections of the load generator; each sends one request at a time. */
  readonly connections: number;
  /** Requests of each kind before the measurement, until code is compiled and connection pools are filled. */
  readonly warmUp: number;
  /** Every round measures each kind once, so that other load on the machine affects all kinds alike. */
  readonly rounds: number;
  /** Requests of each kind per round. CPU time has a resolution of 10 ms: fewer requests would make cheap kinds inexact. */
  readonly requests: number;
  /** Limit of a round of one kind, even if requests are left. */
  readonly maxSeconds: number;
  /** Idle milliseconds before memory is read. */
  readonly settleMs: number;
  /** Folder into which the services write CPU profiles at their exit; undefined: no profiles. */
  readonly profile: string | undefined;
  /** Measure one organization beside a busy one, and nothing else. */
  readonly neighboursOnly: boolean;
  /** Measure integrations, and nothing else. */
  readonly integrationsOnly: boolean;
  /** Measure the audit trail, and nothing else. */
  readonly auditOnly: boolean;
  /** Entries of one more trail, beside those of 1,000 and 100,000; undefined: no more. */
  readonly entries: number | undefined;
}

const full = { connections: 32, warmUp: 20_000, rounds: 5, requests: 6_000, maxSeconds: 60, settleMs: 5_000 };
const quick = { ...full, warmUp: 5_000, rounds: 3, requests: 2_500, settleMs: 2_000 };

export const usage = `npm run bench -- [--quick] [--profile <folder>] [--neighbours | --integrations | --audit [--entries <number>]]

  --quick             fewer requests and rounds
  --neighbours        only: one organization beside a busy one
  --integrations      only: lists of integrations, connects by form, the background
  --audit             only: pages, export, verification and recording of the audit trail
  --entries <number>  with --audit: also a trail of this many entries, more than 100,000
  --profile <folder>  the service processes leave CPU profiles there; their figures are then too high
`;

/** The largest trail that is always loaded. */
export const largestTrail = 100_000;

function entriesOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const entries = Number(text);
  if (Number.isSafeInteger(entries) && entries > largestTrail) return entries;
  throw new RangeError(`--entries must be a whole number above ${largestTrail}, and is ${text}`);
}

/** Throws the TypeError of `parseArgs` for unknown arguments. */
export function readSettings(parameters: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      quick: { type: 'boolean', default: false },
      profile: { type: 'string' },
      neighbours: { type: 'boolean', default: false },
      integrations: { type: 'boolean', default: false },
      audit: { type: 'boolean', default: false },
      entries: { type: 'string' },
    },
  });
  return {
    ...(values.quick ? quick : full),
    profile: values.profile,
    neighboursOnly: values.neighbours,
    integrationsOnly: values.integrations,
    auditOnly: values.audit,
    entries: entriesOf(values.entries),
  };
}
