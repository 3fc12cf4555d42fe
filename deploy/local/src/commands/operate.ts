/** `make operate`: runs `main-operate.ts` of identity or organization, on the database of what `make start` or `make up` runs. */
import { readConfig, withSecretFiles } from '@patchbay/config/config';
import { roleUrl } from '@patchbay/database/provision';
import { main } from '@patchbay/runtime/main';
import { logVariables } from '@patchbay/service/variables';
import { variables as local, portalAddressOf, readLocalConfig } from '../embedded/config.ts';
import { readSecrets } from '../secrets.ts';
import { variables as stack } from '../up/config.ts';
import { codeOfEntry, installations, postgresOf, runningOf } from './installations.ts';

const help = `make operate ARGS="person show|sign-out|suspend|resume|reset-passkeys <email> --by <who> --reason <why>"
make operate ARGS="organization show|suspend|resume <slug> --by <who> --reason <why>"
make operate ARGS="organization delete <slug> --confirm <slug> --by <who> --reason <why>"

Works on what \`make start\` or \`make up\` runs. DATABASE_URL, PORT, PORTAL_URL and SEALING_KEYS must be set as they were for it.
ARGS="person --help" and ARGS="organization --help" say more. docs/operators.md says what to do when.`;

const variables = {
  DATA_DIR: local.DATA_DIR,
  RUN_DIR: stack.RUN_DIR,
  DATABASE_URL: stack.DATABASE_URL,
  SEALING_KEYS: stack.SEALING_KEYS,
  ...logVariables,
};

/** The services whose images know each noun. */
const services: Readonly<Record<string, string>> = { person: 'identity', organization: 'organization' };

const fail = (message: string, code = 1): number => {
  process.stderr.write(`${message}\n`);
  return code;
};

async function run(args: readonly string[]): Promise<number> {
  const service = services[args[0] ?? ''];
  if (service === undefined) {
    if (args.length > 0 && !['help', '--help', '-h'].includes(args[0] ?? ''))
      return fail(`${args[0]} is not known here\n\n${help}`, 2);
    process.stdout.write(`${help}\n`);
    return 0;
  }
  const { DATA_DIR, RUN_DIR } = readConfig('make operate', variables, process.env);
  const given = withSecretFiles(variables, process.env);
  const [installation, another] = await runningOf(installations(DATA_DIR, RUN_DIR));
  if (installation === undefined)
    return fail('Nothing is running: `make start` (in another terminal) or `make up` first.');
  if (another !== undefined)
    return fail(`Both \`${installation.command}\` and \`${another.command}\` run: stop one of them.`);
  const secrets = await readSecrets(installation.secrets);
  if (secrets === undefined) throw new Error(`${installation.secrets} is missing`);
  const adminUrl = await postgresOf(installation, given['DATABASE_URL']);
  return codeOfEntry(`services/${service}/src/main-operate.ts`, {
    environment: {
      ...given,
      DATABASE_URL: roleUrl(adminUrl, { role: service, password: secrets.rolePassword }),
      SEALING_KEYS: given['SEALING_KEYS'] || secrets.sealingKeys,
      PORTAL_URL: portalAddressOf(readLocalConfig(process.env)),
    },
    args,
  });
}

await main(async () => {
  process.exitCode = await run(process.argv.slice(2));
});
