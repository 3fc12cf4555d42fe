/** `make check-heads`: runs `main-check-heads.ts` of audit on what `make start` or `make up` runs. */
import { createPublicKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { schema } from '@patchbay/audit/migrations';
import { readConfig, withSecretFiles } from '@patchbay/config/config';
import { roleUrl } from '@patchbay/database/provision';
import { main } from '@patchbay/runtime/main';
import { kafkaVariables, logVariables } from '@patchbay/service/variables';
import { formatPublicKey, parsePrivateKey } from '@patchbay/tokens/service-keys';
import { dataDirectory, variables as local } from '../embedded/config.ts';
import { runningInstance } from '../instance-lock.ts';
import { readSecrets } from '../secrets.ts';
import { variables as stack } from '../up/config.ts';
import { inheritedFrom } from '../up/environments.ts';
import { portsFrom } from '../up/ports.ts';
import { type Installation, installations, postgresOf, runEntry, runningOf } from './installations.ts';

const help = `make check-heads              checks the audit trails of what \`make start\` or \`make up\` runs against the heads that were published:
                              those of heads.ndjson in DATA_DIR, or of Kafka
make check-heads HEADS=file   against those of a file

DATABASE_URL, KAFKA_BROKERS and HEAD_VERIFYING_KEYS must be set as they were for \`make start\` or \`make up\`. docs/trail.md,
"Signed heads", says what the lines mean. The exit code is 0 when the trails have what every head states.`;

const { KAFKA_BROKERS, ...otherKafkaVariables } = kafkaVariables;

const variables = {
  DATA_DIR: local.DATA_DIR,
  RUN_DIR: stack.RUN_DIR,
  DATABASE_URL: stack.DATABASE_URL,
  HEAD_VERIFYING_KEYS: local.HEAD_VERIFYING_KEYS,
  KAFKA_BROKERS: KAFKA_BROKERS.optional(),
  ...otherKafkaVariables,
  ...logVariables,
};

const fail = (message: string, code = 1): number => {
  process.stderr.write(`${message}\n`);
  return code;
};

type Given = Readonly<Record<string, string | undefined>>;

/** The Kafka that `make up` has started: its port follows from that of the API. */
async function brokersOf({ lock }: Installation): Promise<string> {
  const instance = await runningInstance(lock);
  return `127.0.0.1:${portsFrom(Number(new URL(instance?.address ?? '').port)).servers.kafka}`;
}

async function checkInstallation(
  installation: Installation,
  { given, dataDir, file }: { given: Given; dataDir: string; file: string | undefined },
): Promise<boolean> {
  const secrets = await readSecrets(installation.secrets);
  if (secrets === undefined) throw new Error(`${installation.secrets} is missing`);
  const adminUrl = await postgresOf(installation, given['DATABASE_URL']);
  const ofStack = installation.command === 'make up';
  const brokers = given['KAFKA_BROKERS'] || (ofStack ? await brokersOf(installation) : '');
  const heads = file ?? (brokers === '' ? dataDirectory(dataDir).heads : '--kafka');
  const publicKey = formatPublicKey(createPublicKey(parsePrivateKey(secrets.headKey)));
  if (heads === dataDirectory(dataDir).heads && !existsSync(heads))
    return fail('No head was published yet: the first ones are HEAD_INTERVAL_SECONDS after the start.') === 0;
  const environment = {
    ...(ofStack ? inheritedFrom(given) : given),
    DATABASE_URL: roleUrl(adminUrl, { role: schema, password: secrets.rolePassword }),
    HEAD_VERIFYING_KEYS: [publicKey, given['HEAD_VERIFYING_KEYS']].filter(Boolean).join(','),
    KAFKA_BROKERS: brokers,
  };
  return runEntry('services/audit/src/main-check-heads.ts', { args: [heads], environment });
}

async function run(file: string | undefined): Promise<number> {
  const { DATA_DIR: dataDir, RUN_DIR } = readConfig('make check-heads', variables, process.env);
  const given = withSecretFiles(variables, process.env);
  const running = await runningOf(installations(dataDir, RUN_DIR));
  if (running.length === 0)
    return fail('Nothing is running: `make start` (in another terminal) or `make up` first.');
  let well = true;
  for (const installation of running) {
    const one = await checkInstallation(installation, { given, dataDir, file });
    well &&= one;
  }
  return well ? 0 : 1;
}

await main(async () => {
  const [argument, ...others] = process.argv.slice(2);
  if (argument === '--help' || argument === '-h') process.stdout.write(`${help}\n`);
  else if (others.length > 0 || argument?.startsWith('-'))
    process.exitCode = fail(`${process.argv.slice(2).join(' ')}: not known here\n\n${help}`, 2);
  else process.exitCode = await run(argument && resolve(argument));
});
