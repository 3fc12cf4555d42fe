import { parseArgs } from 'node:util';

export const benchNames = [
  'cli',
  'pages',
  'console',
  'requests',
  'overload',
  'lists',
  'list',
  'relay',
  'bodies',
  'rpc',
  'background',
  'trail',
  'webhooks',
] as const;
export type BenchName = (typeof benchNames)[number];

export interface Settings {
  /** Undefined: every bench. */
  readonly only: BenchName | undefined;
  /** Every round measures everything once, so that other load on the machine affects all figures alike. */
  readonly rounds: number;
  /** Of one measurement in a round. CPU time has a resolution of 10 ms. */
  readonly seconds: number;
  /** Before the first round, until code is compiled and connection pools are filled; the benches of requests send a number of them. */
  readonly warmUpSeconds: number;
  readonly warmUpRequests: number;
  /** In which nothing is asked. */
  readonly idleSeconds: number;
  /** Entries of one more trail, beside those of 1,000 and 100,000. */
  readonly entries: number | undefined;
}

export const usage = `make bench [ARGS="[--quick] [--only <bench>] [--help]"] [ENTRIES=<number>]

Prints tables to stdout and progress to stderr. A missed aim (bench/aims.ts) is reported and is no failure.

  --quick         fewer and shorter rounds, for a first look
  --only <bench>  cli         start-up time of the command line beside Node alone
                  pages       connect links in a Chromium as slow as a phone
                  console     the first list of the console, and frames while lists of 10 and of 10,000 rows scroll
                  requests    CPU per request beside a bare chain, bare Express and Better Auth, while idle, start-up time, memory after load
                  overload    the gateway at its capacity and at four times of it
                  lists       a request beside the longest lists of another organization
                  list        pages of the list of an organization with 100 integrations and with 100,000
                  relay       a request to an advertising system beside the same one by undici, a long answer, slow readers
                  bodies      CPU and memory of judging the most expensive bodies of relayed requests
                  rpc         a call between two services by our unary path beside Connect's own
                  background  verifications, renewals, the relay of events
                  trail       pages, export, verification and recording of the audit trail
                  webhooks    the claim of deliveries among 100, 10,000 and 1,000,000 that wait
  --help          this text
  ENTRIES         entries of one more trail, above 100,000
`;

export class UsageError extends Error {}

function parse() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        entries: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Undefined: help is asked for. */
export function readSettings(): Settings | undefined {
  const { help, quick, only, entries } = parse();
  if (help) return undefined;
  const name = benchNames.find((each) => each === only);
  if (only !== undefined && name === undefined)
    throw new UsageError(`--only must be one of ${benchNames.join(', ')}. It is ${only}.`);
  const count = entries === undefined ? undefined : Number(entries);
  if (count !== undefined && !(Number.isSafeInteger(count) && count > 100_000))
    throw new UsageError(`ENTRIES must be a whole number above 100,000. It is ${entries}.`);
  const times = quick
    ? { rounds: 2, seconds: 0.6, warmUpSeconds: 1, warmUpRequests: 500, idleSeconds: 10 }
    : { rounds: 5, seconds: 2, warmUpSeconds: 6, warmUpRequests: 5_000, idleSeconds: 60 };
  return { only: name, entries: count, ...times };
}
