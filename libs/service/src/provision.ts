import { readConfig } from '@patchbay/config/config';
import { secret } from '@patchbay/config/secret';
import { url } from '@patchbay/config/variables';
import { needsGrants } from '@patchbay/database/migrate';
import { type ProvisionedUrls, provisionSchema } from '@patchbay/database/provision';
import { createLogger } from '@patchbay/telemetry/logger';
import { z } from 'zod';
import type { ServiceMigrations } from './migrate.ts';
import { type Program, runProgram } from './program.ts';
import { logVariables } from './variables.ts';

export interface ProvisionServiceOptions {
  /** The database; logs in as a role that may create roles, and schemas in it. */
  readonly adminUrl: string;
  readonly passwordOf: (role: string) => string;
}

/** Creates the schema of a service and its roles, or takes over one that the role of the service has owned. Idempotent. */
export const provisionService = (
  { schema, owner, programRoles = [], migrations }: ServiceMigrations,
  { adminUrl, passwordOf }: ProvisionServiceOptions,
): Promise<ProvisionedUrls> =>
  provisionSchema({
    adminUrl,
    schema,
    password: passwordOf(schema),
    owner: { role: owner, password: passwordOf(owner) },
    others: programRoles.map((role) => ({ role, password: passwordOf(role) })),
    grantsRows: needsGrants(migrations),
  });

const password = (text: string) => secret(z.string().min(1).describe(text));

/** The variable with the password of a role in `programRoles`. */
const passwordVariableOf = (role: string): string => `${role.toUpperCase()}_DATABASE_PASSWORD`;

/** Of `main-provision`, for every service with a database. */
export const provisionVariables = (programRoles: readonly string[] = []) => ({
  DATABASE_ADMIN_URL: secret(
    url('postgres', 'postgresql').describe(
      'Postgres, as a role that may create roles, and schemas in this database: its owner with `CREATEROLE`, or a superuser',
    ),
  ),
  DATABASE_PASSWORD: password(
    'The password that the role of the service gets, which is in its `DATABASE_URL`',
  ),
  DATABASE_OWNER_PASSWORD: password(
    'The password that the owner of the schema gets, who migrates it; another one than that of the service',
  ),
  ...logVariables,
  ...Object.fromEntries(
    programRoles.map((role) => [
      passwordVariableOf(role),
      password(`The password that the role \`${role}\` gets, which is in the \`DATABASE_URL\` of ${role}`),
    ]),
  ),
});

export const readProvisionConfig = (environment: NodeJS.ProcessEnv, programRoles: readonly string[] = []) =>
  readConfig(
    'main-provision',
    provisionVariables(programRoles),
    environment,
    ({ DATABASE_PASSWORD: one, DATABASE_OWNER_PASSWORD: other, ...given }) => [
      ...(one && one === other
        ? ['DATABASE_OWNER_PASSWORD must not be DATABASE_PASSWORD: the service could log in as the owner']
        : []),
      ...programRoles
        .map(passwordVariableOf)
        .filter((variable) => given[variable] && [one, other].includes(given[variable]))
        .map((variable) => `${variable} must be another password than those of the other roles`),
    ],
  );

const provisionProgram = ({ schema, owner, programRoles = [] }: ServiceMigrations): Program => ({
  name: `${schema} main-provision`,
  help: `Creates the schema ${schema} and the roles ${[owner, schema, ...programRoles].join(', ')}; where they exist, sets the passwords anew.
Takes no arguments but --help and --version.

Variables: ${Object.keys(provisionVariables(programRoles)).join(', ')}. docs/configuration.md explains them.
Exit code: 0 when it was done; 1 when it failed; 2 for arguments that it does not know.`,
});

/** The whole of a service's `main-provision.ts`: run by an administrator once per database, and to change the passwords. */
export const runProvision = (service: ServiceMigrations): Promise<void> =>
  runProgram(provisionProgram(service), async () => {
    const { schema, owner, programRoles = [] } = service;
    const config = readProvisionConfig(process.env, programRoles);
    const logger = createLogger({ service: schema, level: config.LOG_LEVEL });
    const given: Readonly<Record<string, string>> = config;
    const variableOf = (role: string): string => {
      if (role === owner) return 'DATABASE_OWNER_PASSWORD';
      return role === schema ? 'DATABASE_PASSWORD' : passwordVariableOf(role);
    };
    await provisionService(service, {
      adminUrl: config.DATABASE_ADMIN_URL,
      passwordOf: (role) => given[variableOf(role)] ?? '',
    });
    logger.info({ schema, owner }, 'provisioned');
  });
