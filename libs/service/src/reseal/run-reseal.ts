import { readConfig } from '@patchbay/config/config';
import { createPool } from '@patchbay/database/pool';
import { createSealer } from '@patchbay/sealing/sealer';
import { createLogger } from '@patchbay/telemetry/logger';
import { commandUrlOf } from '../database.ts';
import { runProgram } from '../program.ts';
import { databaseVariables, logVariables, sealingVariables } from '../variables.ts';
import { createProgress, reportOf, type ServiceSealing } from './report.ts';
import { reseal } from './reseal.ts';

const help = (
  schema: string,
): string => `Reseals everything that ${schema} stores sealed, with the first key of SEALING_KEYS.

The service may run meanwhile, if every process of it has this key in its SEALING_KEYS, as the first one (docs/keys.md,
"Rotating the sealing keys"). It can be stopped and run again at any time, and continues with the rest.

Variables: DATABASE_URL (as the service's own role), DATABASE_SESSION_URL (Postgres itself, where that is a pooler), SEALING_KEYS,
LOG_LEVEL; all but the last also as files (…_FILE).
Exit code: 0 when everything stored is sealed with the first key; 1 when something is not, it was stopped, or it failed;
2 for arguments that it does not know.`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(sealing: ServiceSealing): Promise<number> {
  const { schema, columns } = sealing;
  const variables = { ...databaseVariables, ...sealingVariables('what is stored'), ...logVariables };
  const config = readConfig(`reseal ${schema}`, variables, process.env);
  const [first, ...others] = config.SEALING_KEYS.map(({ id }) => id);
  if (first === undefined) throw new Error('parseSealingKeys returned no key');
  const logger = createLogger({ service: schema, level: config.LOG_LEVEL });
  const database = createPool({
    url: commandUrlOf(config),
    applicationName: `reseal ${schema}`,
    max: 2,
    logger,
  });
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  // Once: a second signal ends the process at once, and its transaction is rolled back.
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  try {
    const results = await reseal({
      columns,
      database,
      sealer: createSealer(config.SEALING_KEYS),
      signal: stop.signal,
      onBatch: createProgress(schema, print),
    });
    const { lines, complete } = reportOf(sealing, [first, ...others], results);
    for (const line of lines) print(line);
    return complete ? 0 : 1;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    print(`${schema}: stopped; the next run continues with the rest`);
    return 1;
  } finally {
    await database.component.stop();
  }
}

/** The body of a service's `main-reseal.ts`: reseals its rows after a rotation, with the database role of the service. */
export const runReseal = (sealing: ServiceSealing): Promise<void> =>
  runProgram({ name: `${sealing.schema} main-reseal`, help: help(sealing.schema) }, async () => {
    process.exitCode = await run(sealing);
  });
