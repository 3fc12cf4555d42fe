/** `make dead-letters`: the command of audit for dead letters, on the databases of what `make start` or `make up` runs. */
import { NotDone, type Platform, runDeadLetters } from '@patchbay/audit/dead-letters';
import { schema as auditSchema } from '@patchbay/audit/migrations';
import { readConfig, withSecretFiles } from '@patchbay/config/config';
import { roleUrl } from '@patchbay/database/provision';
import { consumedBy } from '@patchbay/platform/services';
import type { Component } from '@patchbay/runtime/component';
import { main } from '@patchbay/runtime/main';
import { logVariables } from '@patchbay/service/variables';
import { createLogger } from '@patchbay/telemetry/logger';
import { publicKeysOf } from '@patchbay/tokens/service-keys';
import { variables as local } from '../embedded/config.ts';
import { parseEventKeys, readSecrets, type Secrets } from '../secrets.ts';
import { variables as stack } from '../up/config.ts';
import { installations, postgresOf, runningOf } from './installations.ts';
import { organizationOn } from './organization-on.ts';

const variables = {
  DATA_DIR: local.DATA_DIR,
  RUN_DIR: stack.RUN_DIR,
  DATABASE_URL: stack.DATABASE_URL,
  ...logVariables,
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const printError = (line: string): void => void process.stderr.write(`${line}\n`);

/** What has to be stopped at the end. */
const components: Component[] = [];

/** Where a person was a member is answered by organization. */
function organizationFor(adminUrl: string, secrets: Secrets, level: string) {
  const organization = organizationOn(adminUrl, secrets, level);
  components.push(...organization.components);
  return organization.calledBy('audit');
}

async function runningPlatform(): Promise<Platform> {
  const { DATA_DIR, RUN_DIR, LOG_LEVEL } = readConfig('make dead-letters', variables, process.env);
  const { DATABASE_URL: given } = withSecretFiles(variables, process.env);
  const running = await runningOf(installations(DATA_DIR, RUN_DIR));
  const [installation, another] = running;
  if (installation === undefined)
    throw new NotDone('Nothing is running: `make start` (in another terminal) or `make up` first.');
  if (another !== undefined)
    throw new NotDone(`Both \`${installation.command}\` and \`${another.command}\` run: stop one of them.`);
  const secrets = await readSecrets(installation.secrets);
  if (secrets === undefined) throw new Error(`${installation.secrets} is missing`);
  const adminUrl = await postgresOf(installation, given);
  return {
    databaseUrl: roleUrl(adminUrl, { role: auditSchema, password: secrets.rolePassword }),
    replaying: () => ({
      organization: organizationFor(adminUrl, secrets, LOG_LEVEL),
      publicKeys: publicKeysOf(consumedBy('audit'), parseEventKeys(secrets.eventKeys)),
    }),
    logger: createLogger({ service: 'audit', level: LOG_LEVEL }),
  };
}

await main(async () => {
  process.exitCode = await runDeadLetters(process.argv.slice(2), {
    open: runningPlatform,
    print,
    printError,
  });
  for (const component of components.toReversed()) await component.stop?.();
});
