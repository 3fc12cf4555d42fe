/** `make dead-letters`: the command of audit for dead letters, on the databases of what `make start` or `make up` runs. */
import { NotDone, type Platform, runDeadLetters } from '@patchbay/audit/dead-letters';
import { schema as auditSchema } from '@patchbay/audit/migrations';
import { readConfig, withSecretFiles } from '@patchbay/config/config';
import { consumedBy } from '@patchbay/platform/services';
import type { Component } from '@patchbay/runtime/component';
import { main } from '@patchbay/runtime/main';
import { createLogger } from '@patchbay/telemetry/logger';
import { publicKeysOf } from '@patchbay/tokens/service-keys';
import { parseEventKeys, type Secrets } from '../secrets.ts';
import { installationVariables, onlyRunning } from './installations.ts';
import { organizationOn } from './organization-on.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const printError = (line: string): void => void process.stderr.write(`${line}\n`);

/** Stopped at the end. */
const components: Component[] = [];

/** Audit asks organization which organizations a person was a member of. */
function organizationFor(adminUrl: string, secrets: Secrets, level: string) {
  const organization = organizationOn(adminUrl, secrets, level);
  components.push(...organization.components);
  return organization.calledBy('audit');
}

async function runningPlatform(): Promise<Platform> {
  const config = readConfig('make dead-letters', installationVariables, process.env);
  const { DATABASE_URL } = withSecretFiles(installationVariables, process.env);
  const running = await onlyRunning(config, DATABASE_URL);
  if (typeof running === 'string') throw new NotDone(running);
  const { adminUrl, secrets, urlOf } = running;
  const level = config.LOG_LEVEL;
  return {
    databaseUrl: urlOf(auditSchema),
    replaying: () => ({
      organization: organizationFor(adminUrl, secrets, level),
      publicKeys: publicKeysOf(consumedBy('audit'), parseEventKeys(secrets.eventKeys)),
    }),
    logger: createLogger({ service: 'audit', level }),
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
