/** `make operate`: runs `main-operate.ts` of identity or organization, on the database of what `make start` or `make up` runs. */
import { readConfig, withSecretFiles } from '@patchbay/config/config';
import { main } from '@patchbay/runtime/main';
import { portalAddressOf, readLocalConfig } from '../embedded/config.ts';
import { variables as stack } from '../up/config.ts';
import { fail, installationVariables, onlyRunning, runEntry } from './installations.ts';

const help = `make operate ARGS="person show|sign-out|suspend|resume|reset-passkeys <email> --by <who> --reason <why>"
make operate ARGS="organization show|suspend|resume <slug> --by <who> --reason <why>"
make operate ARGS="organization delete <slug> --confirm <slug> --by <who> --reason <why>"

Works on what \`make start\` or \`make up\` runs. DATABASE_URL, PORT, PORTAL_URL and SEALING_KEYS must be set as they were for it.
ARGS="person --help" and ARGS="organization --help" say more. docs/operators.md says what to do when.`;

const variables = { ...installationVariables, SEALING_KEYS: stack.SEALING_KEYS };

/** The services whose images know each noun. */
const services: Readonly<Record<string, string>> = { person: 'identity', organization: 'organization' };

async function run(args: readonly string[]): Promise<number> {
  const service = services[args[0] ?? ''];
  if (service === undefined) {
    if (args.length > 0 && !['help', '--help', '-h'].includes(args[0] ?? ''))
      return fail(`${args[0]} is not known here\n\n${help}`, 2);
    process.stdout.write(`${help}\n`);
    return 0;
  }
  const folders = readConfig('make operate', variables, process.env);
  const given = withSecretFiles(variables, process.env);
  const running = await onlyRunning(folders, given['DATABASE_URL']);
  if (typeof running === 'string') return fail(running);
  return runEntry(`services/${service}/src/main-operate.ts`, {
    environment: {
      ...given,
      DATABASE_URL: running.urlOf(service),
      SEALING_KEYS: given['SEALING_KEYS'] || running.secrets.sealingKeys,
      PORTAL_URL: portalAddressOf(readLocalConfig(process.env)),
    },
    args,
  });
}

await main(async () => {
  process.exitCode = await run(process.argv.slice(2));
});
