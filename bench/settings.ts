import { parseArgs } from 'node:util';

export interface Settings {
  /** Connections of the load generator, each with one request at a time. */
  readonly connections: number;
  /** Requests of each kind before anything is measured: code has to be compiled, pools have to be filled. */
  readonly warmUp: number;
  /** Every round measures each kind of request once, so that what disturbs the machine disturbs all of them. */
  readonly rounds: number;
  /** Of each kind in a round. CPU time is told in steps of 10 ms: fewer would make the cheapest kind uncertain. */
  readonly requests: number;
  /** A round of one kind ends here even where requests are left. */
  readonly maxSeconds: number;
  /** Milliseconds of rest before memory is read. */
  readonly settleMs: number;
  /** Where the services leave CPU profiles when they end; undefined: they make none. */
  readonly profile: string | undefined;
}

const full = { connections: 32, warmUp: 20_000, rounds: 5, requests: 6_000, maxSeconds: 60, settleMs: 5_000 };
const quick = { ...full, warmUp: 5_000, rounds: 3, requests: 2_500, settleMs: 2_000 };

export const usage = `npm run bench -- [--quick] [--profile <folder>]

  --quick             fewer requests and rounds
  --profile <folder>  the service processes leave CPU profiles there; their figures are then too high
`;

/** Throws a TypeError that says what was wrong with the arguments. */
export function readSettings(parameters: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...parameters],
    options: { quick: { type: 'boolean', default: false }, profile: { type: 'string' } },
  });
  return { ...(values.quick ? quick : full), profile: values.profile };
}
