/** `make reconcile`: lists what integration and webhook still hold of deleted workspaces and organizations, for what `make start` or `make up` runs. */
import { readConfig, withSecretFiles } from '@patchbay/config/config';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { openTenantRows as openIntegration } from '@patchbay/integration/reconcile';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { main } from '@patchbay/runtime/main';
import { reconcile } from '@patchbay/service/reconcile';
import { createLogger } from '@patchbay/telemetry/logger';
import { openTenantRows as openWebhook } from '@patchbay/webhook/reconcile';
import { fail, installationVariables, onEachRunning, type Running } from './installations.ts';
import { organizationOn } from './organization-on.ts';

const known = ['--json', '--destroy'];
const print = (line: string): void => void process.stdout.write(`${line}\n`);
/** Whether nothing is left. */
async function reconcileOn(
  { adminUrl, secrets, urlOf }: Running,
  level: string,
  given: readonly string[],
): Promise<boolean> {
  const organization = organizationOn(adminUrl, secrets, level);
  const logger = createLogger({ service: 'reconcile', level });
  const options = { isJson: given.includes('--json'), destroys: given.includes('--destroy'), print };
  let left = 0;
  for (const [name, { tenantRows, close }] of [
    ['integration', openIntegration(urlOf('integration'), {}, logger)],
    ['webhook', openWebhook(urlOf('webhook'), logger)],
  ] as const) {
    const client = createServiceClient(OrganizationService, 'organization', organization.calledBy(name));
    if (!options.isJson) print(`${name}:`);
    left += await reconcile({ tenantRows, listMissing: (ids) => client.listMissing(ids) }, options);
    await close();
  }
  for (const component of organization.components.toReversed()) await component.stop?.();
  return left === 0;
}

async function run(given: readonly string[]): Promise<number> {
  const unknown = given.find((argument) => !known.includes(argument));
  if (unknown !== undefined) return fail(`${unknown} is not known here: ${known.join(', ')} are`, 2);
  const config = readConfig('make reconcile', installationVariables, process.env);
  const { DATABASE_URL } = withSecretFiles(installationVariables, process.env);
  return onEachRunning(config, DATABASE_URL, (running) => reconcileOn(running, config.LOG_LEVEL, given));
}

await main(async () => {
  process.exitCode = await run(process.argv.slice(2));
});
