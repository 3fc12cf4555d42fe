/**
 * `make secrets`: prints the Secrets of all services with new keys, and a ConfigMap with the public keys that belong to them, for
 * `kubectl create --filename -`. What cannot be generated comes from variables; `--help` names them.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readConfig, withSecretFiles } from '@patchbay/config/config';
import { isSecret, secret } from '@patchbay/config/secret';
import { url } from '@patchbay/config/variables';
import { variablesOf } from '@patchbay/local/services';
import { serviceNames } from '@patchbay/platform/services';
import { z } from 'zod';
import { manifestsOf, valuesOf } from './manifests.ts';
import { ownVariableOf, secretsOf } from './secrets.ts';

const own = {
  DATABASE_URL: secret(
    url('postgres', 'postgresql').describe(
      'Postgres as the services reach it, with the database: postgresql://pooler.example.com:6432/patchbay?sslmode=verify-full',
    ),
  ),
  OWNER_DATABASE_URL: secret(
    url('postgres', 'postgresql')
      .optional()
      .describe('The same as migrations reach it, past a pooler; unset: DATABASE_URL'),
  ),
  DATABASE_PASSWORD: secret(
    z.string().optional().describe('Of the role of each service; unset: a new one for each'),
  ),
  DATABASE_OWNER_PASSWORD: secret(
    z.string().optional().describe('Of the role that owns each schema; unset: a new one for each'),
  ),
  NAME_PREFIX: z
    .string()
    .regex(/^[a-z]([-a-z0-9]{0,27}[a-z0-9])?$/, 'must be up to 29 lower-case letters, digits and hyphens')
    .optional()
    .describe('Before the names of all Secrets, for a second installation in a namespace; unset: nothing'),
};

/** Always new ones. */
const generated = new Set([
  'CALLING_KEYS',
  'CALLER_KEYS',
  'EVENT_SIGNING_KEY',
  'HEAD_SIGNING_KEY',
  'SEALING_KEYS',
]);

const others: Record<string, z.ZodType> = Object.fromEntries(
  Object.values(variablesOf)
    .flatMap((variables) => Object.entries(variables))
    .filter(([name, schema]) => isSecret(schema) && !(name in own) && !generated.has(name)),
);

/** None is required here: `secretsOf` knows which service lacks which. */
const given: Record<string, z.ZodType> = Object.fromEntries(
  Object.entries(others).flatMap(([name, schema]) =>
    [name, ...serviceNames.map((service) => ownVariableOf(service, name))].map((variable) => [
      variable,
      secret(schema.optional()),
    ]),
  ),
);

const { values: options } = parseArgs({ options: { help: { type: 'boolean' }, values: { type: 'string' } } });

if (options.help) {
  const line = ([name, schema]: readonly [string, z.ZodType]): string =>
    `  ${name.padEnd(24)} ${schema.safeParse(undefined).success ? '' : 'required. '}${schema.description}\n`;
  process.stdout.write(
    'Prints Secrets with new keys: make secrets | kubectl create --namespace <namespace> --filename -\n' +
      '  --values=<file>          also writes the public keys that belong to them, as a file of values\n\n' +
      `Variables, each secret also as a file that <NAME>_FILE names:\n${Object.entries(own).map(line).join('')}\n` +
      `And these, which ${ownVariableOf('audit', 'KAFKA_SASL_PASSWORD')} or the like gives to one service alone:\n` +
      Object.entries(others).map(line).join(''),
  );
  process.exit(0);
}

try {
  const config = readConfig('make secrets', { ...own, ...given }, process.env);
  const made = secretsOf({
    databaseUrl: config.DATABASE_URL,
    ownerDatabaseUrl: config.OWNER_DATABASE_URL,
    passwordOf: (role) =>
      role.endsWith('_owner') ? config.DATABASE_OWNER_PASSWORD : config.DATABASE_PASSWORD,
    given: withSecretFiles(given, process.env),
  });
  if (options.values !== undefined) await writeFile(options.values, valuesOf(made));
  process.stdout.write(manifestsOf(made, config.NAME_PREFIX));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
