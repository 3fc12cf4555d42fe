/** `make retain`: runs `main-retain.ts` of audit, as the owner of its schema, on what `make start` or `make up` runs. */
import { owner } from '@patchbay/audit/migrations';
import { readConfig, withSecretFiles } from '@patchbay/config/config';
import { roleUrl } from '@patchbay/database/provision';
import { main } from '@patchbay/runtime/main';
import { variables as local } from '../embedded/config.ts';
import { installationVariables, onEachRunning, runEntry } from './installations.ts';

const variables = {
  ...installationVariables,
  HEAD_VERIFYING_KEYS: local.HEAD_VERIFYING_KEYS,
  RETENTION_MONTHS: local.RETENTION_MONTHS,
};

await main(async () => {
  // Ctrl-C reaches the command too, which removes a month whole or not at all; this process ends after it.
  process.on('SIGINT', () => {});
  const folders = readConfig('make retain', variables, process.env);
  const given = withSecretFiles(variables, process.env);
  process.exitCode = await onEachRunning(folders, given['DATABASE_URL'], async ({ adminUrl, secrets }) => {
    const environment = {
      ...given,
      DATABASE_URL: roleUrl(adminUrl, { role: owner, password: secrets.ownerPassword }),
      HEAD_SIGNING_KEY: secrets.headKey,
    };
    const args = process.argv.slice(2);
    return (await runEntry('services/audit/src/main-retain.ts', { args, environment })) === 0;
  });
});
