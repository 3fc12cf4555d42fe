/** `make reconcile`: what integration and webhook have left of what was deleted, on the database of what `make start` or `make up` runs. */
import { readConfig, withSecretFiles } from '@patchbay/config/config';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { roleUrl } from '@patchbay/database/provision';
import { openHoldings as openIntegration } from '@patchbay/integration/reconcile';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { main } from '@patchbay/runtime/main';
import { reconcile } from '@patchbay/service/reconcile';
import { logVariables } from '@patchbay/service/variables';
import { createLogger } from '@patchbay/telemetry/logger';
import { openHoldings as openWebhook } from '@patchbay/webhook/reconcile';
import { variables as local } from '../embedded/config.ts';
import { readSecrets } from '../secrets.ts';
import { variables as stack } from '../up/config.ts';
import { type Installation, installations, postgresOf, runningOf } from './installations.ts';
import { organizationOn } from './organization-on.ts';

const variables = {
  DATA_DIR: local.DATA_DIR,
  RUN_DIR: stack.RUN_DIR,
  DATABASE_URL: stack.DATABASE_URL,
  ...logVariables,
};

const known = ['--json', '--destroy'];
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const fail = (message: string, code = 1): number => {
  process.stderr.write(`${message}\n`);
  return code;
};

/** How many places are left. */
async function reconcileOn(
  installation: Installation,
  databaseUrl: string | undefined,
  level: string,
  given: readonly string[],
): Promise<number> {
  const secrets = await readSecrets(installation.secrets);
  if (secrets === undefined) throw new Error(`${installation.secrets} is missing`);
  const adminUrl = await postgresOf(installation, databaseUrl);
  const urlOf = (role: string) => roleUrl(adminUrl, { role, password: secrets.rolePassword });
  const organization = organizationOn(adminUrl, secrets, level);
  const logger = createLogger({ service: 'reconcile', level });
  const options = { isJson: given.includes('--json'), destroys: given.includes('--destroy'), print };
  let left = 0;
  for (const [name, { holdings, close }] of [
    ['integration', openIntegration(urlOf('integration'), {}, logger)],
    ['webhook', openWebhook(urlOf('webhook'), logger)],
  ] as const) {
    const client = createServiceClient(OrganizationService, 'organization', organization.calledBy(name));
    if (!options.isJson) print(`${name}:`);
    left += await reconcile({ holdings, listMissing: (ids) => client.listMissing(ids) }, options);
    await close();
  }
  for (const component of organization.components.toReversed()) await component.stop?.();
  return left;
}

async function run(given: readonly string[]): Promise<number> {
  const unknown = given.find((argument) => !known.includes(argument));
  if (unknown !== undefined) return fail(`${unknown} is not known here: ${known.join(', ')} are`, 2);
  const { DATA_DIR, RUN_DIR, LOG_LEVEL } = readConfig('make reconcile', variables, process.env);
  const { DATABASE_URL } = withSecretFiles(variables, process.env);
  const running = await runningOf(installations(DATA_DIR, RUN_DIR));
  if (running.length === 0)
    return fail('Nothing is running: `make start` (in another terminal) or `make up` first.');
  let left = 0;
  for (const installation of running) left += await reconcileOn(installation, DATABASE_URL, LOG_LEVEL, given);
  return left === 0 ? 0 : 1;
}

await main(async () => {
  process.exitCode = await run(process.argv.slice(2));
});
