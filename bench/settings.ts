import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { kindNames } from './kinds.ts';

/** What can be measured alone. All but `audit` and `recording` are part of the whole bench. */
export const parts = [
  'embedded',
  'cpu',
  'calls',
  'members',
  'integrations',
  'neighbours',
  'overload',
  'audit',
  'recording',
] as const;
export type Part = (typeof parts)[number];

export interface Settings {
  /** The tables of CPU per request: one for each number of connections, each of which sends one request at a time. */
  readonly tables: readonly [few: number, many: number];
  /** Connections of other measurements that do not name their own. */
  readonly connections: number;
  /** Requests of each kind before the measurement, until code is compiled and connection pools are filled. */
  readonly warmUp: number;
  /** Limit of a warm-up of one kind, even if requests are left. */
  readonly warmUpSeconds: number;
  /** Every round measures each kind once, so that other load on the machine affects all kinds alike. */
  readonly rounds: number;
  /** Requests of each kind per round. CPU time has a resolution of 10 ms: fewer requests would make cheap kinds inexact. */
  readonly requests: number;
  /** The same before each table of CPU per request, after a warm-up for all of them. */
  readonly tableWarmUpSeconds: number;
  /** Limit of a round of one kind, even if requests are left. */
  readonly maxSeconds: number;
  /** The same for the tables of CPU per request, whose kinds are many. */
  readonly tableSeconds: number;
  /** Of each load of the overload. */
  readonly overloadSeconds: number;
  /** Idle milliseconds before memory is read. */
  readonly settleMs: number;
  /** Whether to build before. */
  readonly build: boolean;
  /** Folder into which the services write CPU profiles at their exit; undefined: no profiles. */
  readonly profile: string | undefined;
  /** Undefined: everything but the audit trail. */
  readonly only: Part | undefined;
  /** Of the tables of the five processes: only kinds whose name contains this text. */
  readonly kind: string;
  /** Entries of one more trail, beside those of 1,000 and 100,000; undefined: no more. */
  readonly entries: number | undefined;
  /** Whose events audit records, by turns. */
  readonly organizations: number;
}

const full = {
  tables: [2, 32],
  connections: 32,
  warmUp: 10_000,
  warmUpSeconds: 4,
  tableWarmUpSeconds: 6,
  rounds: 5,
  requests: 6_000,
  maxSeconds: 60,
  tableSeconds: 1.5,
  overloadSeconds: 15,
  settleMs: 4_000,
} as const;
const quick = {
  ...full,
  warmUp: 5_000,
  warmUpSeconds: 3,
  tableWarmUpSeconds: 2,
  rounds: 3,
  requests: 2_500,
  tableSeconds: 1,
  overloadSeconds: 5,
  settleMs: 2_000,
} as const;

/** Changes for lists by their length, one request at a time. Those of long lists are slow: few of them must do. */
export const oneByOne = { connections: 1, rounds: 3, warmUpSeconds: 4, maxSeconds: 2 };

export const usage = `npm run bench -- [--quick] [--only <part>] [--kind <text>] [--entries <number>] [--organizations <number>] [--profile <folder>] [--no-build]

Measures everything but the audit trail, in a quarter of an hour on two idle cores. Progress goes to stderr, tables to stdout.

  --quick             fewer requests and rounds, for a first look
  --only <part>       one of:
                        embedded      CPU per request and start-up of the platform in one process
                        cpu           CPU per request of the five processes, beside bare Express and Better Auth
                        calls         RPCs and queries of GET /v1/me
                        members       lists of members by their number
                        integrations  lists of integrations, connects by form, the background
                        neighbours    one organization beside a busy one
                        overload      the gateway at its capacity and at four times of it
                        audit         pages, export, verification and recording of the audit trail
                        recording     recording of the audit trail alone, and the relay of one service
  --kind <text>       of CPU per request of the five processes: only kinds whose name contains the text
  --entries <number>  with --only audit: also a trail of this many entries, more than 100,000
  --organizations <number>  with --only recording: whose events are recorded (50)
  --profile <folder>  the service processes leave CPU profiles there; their figures are then too high
  --no-build          measure what is built, even if sources are newer
  --help              this text
`;

/** The largest trail that is always loaded. */
export const largestTrail = 100_000;

function entriesOf(text: string | undefined, only: Part | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (only !== 'audit') throw new RangeError('--entries needs --only audit');
  const entries = Number(text);
  if (Number.isSafeInteger(entries) && entries > largestTrail) return entries;
  throw new RangeError(`--entries must be a whole number above ${largestTrail}, and is ${text}`);
}

function organizationsOf(text: string | undefined, only: Part | undefined): number {
  if (text === undefined) return 50;
  if (only !== 'recording') throw new RangeError('--organizations needs --only recording');
  const organizations = Number(text);
  if (Number.isSafeInteger(organizations) && organizations > 0) return organizations;
  throw new RangeError(`--organizations must be a whole number above 0, and is ${text}`);
}

function kindOf(text: string, only: Part | undefined): string {
  const names = Object.values(kindNames);
  if (!names.some((name) => name.includes(text)))
    throw new RangeError(
      `--kind must be part of one of these names, and is ${text}:\n  ${names.join('\n  ')}`,
    );
  if (text !== '' && only !== undefined && only !== 'cpu')
    throw new RangeError(`--kind chooses requests of --only cpu, not of --only ${only}`);
  return text;
}

function partOf(text: string | undefined): Part | undefined {
  const part = parts.find((one) => one === text);
  if (text === undefined || part !== undefined) return part;
  throw new RangeError(`--only must be one of ${parts.join(', ')}, and is ${text}`);
}

/** Undefined: help is asked for. Throws the TypeError of `parseArgs` for unknown arguments and a RangeError for wrong values. */
export function readSettings(parameters: readonly string[]): Settings | undefined {
  const { values } = parseArgs({
    args: [...parameters],
    allowNegative: true,
    options: {
      help: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      build: { type: 'boolean', default: true },
      only: { type: 'string' },
      kind: { type: 'string', default: '' },
      entries: { type: 'string' },
      organizations: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  if (values.help) return undefined;
  const only = partOf(values.only);
  return {
    ...(values.quick ? quick : full),
    build: values.build,
    profile: values.profile === undefined ? undefined : resolve(values.profile),
    only,
    kind: kindOf(values.kind, only),
    entries: entriesOf(values.entries, only),
    organizations: organizationsOf(values.organizations, only),
  };
}

/** Whether a part is to be measured. */
export const wants = ({ only }: Settings, part: Part): boolean =>
  only === undefined ? part !== 'audit' && part !== 'recording' : only === part;
