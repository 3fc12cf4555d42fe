/** `make check-heads`: runs `main-check-heads.ts` of audit on what `make start` or `make up` runs. */
import { createPublicKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { schema } from '@patchbay/audit/migrations';
import { readConfig, withSecretFiles } from '@patchbay/config/config';
import { main } from '@patchbay/runtime/main';
import { kafkaVariables } from '@patchbay/service/variables';
import { formatPublicKey, parsePrivateKey } from '@patchbay/tokens/service-keys';
import { dataDirectory, variables as local } from '../embedded/config.ts';
import { runningInstance } from '../instance-lock.ts';
import { inheritedFrom } from '../up/environments.ts';
import { portsFrom } from '../up/ports.ts';
import { fail, installationVariables, onEachRunning, type Running, runEntry } from './installations.ts';

const help = `make check-heads              checks the audit trails of what \`make start\` or \`make up\` runs against the heads that were published:
                              those of heads.ndjson in DATA_DIR, or of Kafka
make check-heads HEADS=file   against those of a file

DATABASE_URL, KAFKA_BROKERS and HEAD_VERIFYING_KEYS must be set as they were for \`make start\` or \`make up\`. docs/trail.md,
"Signed heads", says what the lines mean. The exit code is 0 when the trails have what every head states.`;

const { KAFKA_BROKERS, ...otherKafkaVariables } = kafkaVariables;

const variables = {
  ...installationVariables,
  HEAD_VERIFYING_KEYS: local.HEAD_VERIFYING_KEYS,
  KAFKA_BROKERS: KAFKA_BROKERS.optional(),
  ...otherKafkaVariables,
};

type Given = Readonly<Record<string, string | undefined>>;

/** The Kafka that `make up` has started: its port follows from that of the API. */
async function brokersOf(lock: string): Promise<string> {
  const instance = await runningInstance(lock);
  return `127.0.0.1:${portsFrom(Number(new URL(instance?.address ?? '').port)).servers.kafka}`;
}

async function checkHeadsOf(
  { command, lock, secrets, urlOf }: Running,
  { given, dataDir, file }: { given: Given; dataDir: string; file: string | undefined },
): Promise<boolean> {
  const ofStack = command === 'make up';
  const brokers = given['KAFKA_BROKERS'] || (ofStack ? await brokersOf(lock) : '');
  const heads = file ?? (brokers === '' ? dataDirectory(dataDir).heads : '--kafka');
  const publicKey = formatPublicKey(createPublicKey(parsePrivateKey(secrets.headKey)));
  if (heads === dataDirectory(dataDir).heads && !existsSync(heads))
    return fail('No head was published yet: the first ones are HEAD_INTERVAL_SECONDS after the start.') === 0;
  const environment = {
    ...(ofStack ? inheritedFrom(given) : given),
    DATABASE_URL: urlOf(schema),
    HEAD_VERIFYING_KEYS: [publicKey, given['HEAD_VERIFYING_KEYS']].filter(Boolean).join(','),
    KAFKA_BROKERS: brokers,
  };
  return (await runEntry('services/audit/src/main-check-heads.ts', { args: [heads], environment })) === 0;
}

async function run(file: string | undefined): Promise<number> {
  const folders = readConfig('make check-heads', variables, process.env);
  const given = withSecretFiles(variables, process.env);
  return onEachRunning(folders, given['DATABASE_URL'], (running) =>
    checkHeadsOf(running, { given, dataDir: folders.DATA_DIR, file }),
  );
}

await main(async () => {
  const [argument, ...others] = process.argv.slice(2);
  if (argument === '--help' || argument === '-h') process.stdout.write(`${help}\n`);
  else if (others.length > 0 || argument?.startsWith('-'))
    process.exitCode = fail(`${process.argv.slice(2).join(' ')}: not known here\n\n${help}`, 2);
  else process.exitCode = await run(argument && resolve(argument));
});
