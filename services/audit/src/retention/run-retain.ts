import { main } from '@patchbay/runtime/main';
import { createLogger } from '@patchbay/telemetry/logger';
import { headKeysOf, readRetainConfig } from '../config.ts';
import { count } from './report.ts';
import { retain } from './retain.ts';

const help = `Removes the months of the audit trail that ended longer ago than RETENTION_MONTHS months, oldest first.

  --dry-run       verifies, and prints what would be removed
  --even-broken   removes also what does not verify; without it such a month stays, and all that are younger

Each month goes in one transaction, with a signed checkpoint of each chain, from which what is left is verified. The service may
run meanwhile. Can be stopped and run again at any time: a month is removed whole or not at all.

Variables: DATABASE_URL (as the owner of the schema), HEAD_SIGNING_KEY, HEAD_VERIFYING_KEYS, RETENTION_MONTHS, LOG_LEVEL; the first
two also as files (…_FILE). Without RETENTION_MONTHS nothing is removed.
Exit code: 0 when everything that is due is removed; 1 when something is left, it was stopped, or it failed; 2 for arguments that it
does not know.`;

const known = ['--dry-run', '--even-broken'];
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(given: readonly string[]): Promise<number> {
  const config = readRetainConfig(process.env);
  const { RETENTION_MONTHS: keptMonths, DATABASE_URL: url, LOG_LEVEL: level } = config;
  if (keptMonths === undefined) {
    print('RETENTION_MONTHS is not set: everything is kept');
    return 0;
  }
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  // Once: a second signal ends the process at once, and its transaction is rolled back.
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  try {
    const { removed, complete } = await retain({
      url,
      keptMonths,
      heads: headKeysOf(config),
      dryRun: given.includes('--dry-run'),
      evenBroken: given.includes('--even-broken'),
      logger: createLogger({ service: 'audit', level }),
      print,
      signal: stop.signal,
    });
    if (complete && removed.length === 0)
      print(`nothing was recorded in a month that ended longer ago than ${count(keptMonths, 'month')}`);
    return complete ? 0 : 1;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    print('stopped; months that were removed stay removed, and the next run goes on');
    return 1;
  }
}

/** The whole of `main-retain.ts`. */
export const runRetain = (given: readonly string[]): Promise<void> =>
  main(async () => {
    const unknown = given.find((argument) => ![...known, '--help', '-h'].includes(argument));
    if (given.includes('--help') || given.includes('-h')) print(help);
    else if (unknown !== undefined) {
      process.stderr.write(`${unknown} is not known here\n\n${help}\n`);
      process.exitCode = 2;
    } else process.exitCode = await run(given);
  });
