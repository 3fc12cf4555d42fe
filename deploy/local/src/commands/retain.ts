/** `make retain`: runs `main-retain.ts` of audit, as the owner of its schema, on what `make start` or `make up` runs. */
import { owner } from '@patchbay/audit/migrations';
import { readConfig, withSecretFiles } from '@patchbay/config/config';
import { roleUrl } from '@patchbay/database/provision';
import { main } from '@patchbay/runtime/main';
import { logVariables } from '@patchbay/service/variables';
import { variables as local } from '../embedded/config.ts';
import { readSecrets } from '../secrets.ts';
import { variables as stack } from '../up/config.ts';
import { installations, postgresOf, runEntry, runningOf } from './installations.ts';

const variables = {
  DATA_DIR: local.DATA_DIR,
  RUN_DIR: stack.RUN_DIR,
  DATABASE_URL: stack.DATABASE_URL,
  HEAD_VERIFYING_KEYS: local.HEAD_VERIFYING_KEYS,
  RETENTION_MONTHS: local.RETENTION_MONTHS,
  ...logVariables,
};

await main(async () => {
  // Ctrl-C reaches the command too, which removes a month whole or not at all; this process ends after it.
  process.on('SIGINT', () => {});
  const { DATA_DIR, RUN_DIR } = readConfig('make retain', variables, process.env);
  const given = withSecretFiles(variables, process.env);
  const running = await runningOf(installations(DATA_DIR, RUN_DIR));
  if (running.length === 0) throw new Error('Nothing is running: `make start` or `make up` first');
  for (const installation of running) {
    const secrets = await readSecrets(installation.secrets);
    if (secrets === undefined) throw new Error(`${installation.secrets} is missing`);
    const adminUrl = await postgresOf(installation, given['DATABASE_URL']);
    const done = await runEntry('services/audit/src/main-retain.ts', {
      args: process.argv.slice(2),
      environment: {
        ...given,
        DATABASE_URL: roleUrl(adminUrl, { role: owner, password: secrets.ownerPassword }),
        HEAD_SIGNING_KEY: secrets.headKey,
      },
    });
    if (!done) process.exitCode = 1;
  }
});
