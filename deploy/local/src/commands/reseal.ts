/** `make reseal`: runs `main-reseal.ts` of each service that seals, on the database of what `make start` or `make up` runs. */
import { readConfig, withSecretFiles } from '@patchbay/config/config';
import { main } from '@patchbay/runtime/main';
import { addSealingKey, readSecrets } from '../secrets.ts';
import { sealingOf } from '../services.ts';
import { variables as stack } from '../up/config.ts';
import {
  fail,
  installations,
  installationVariables,
  onEachRunning,
  type Running,
  runEntry,
} from './installations.ts';

const help = `make reseal           seals what is stored again with the first sealing key, while \`make start\` or \`make up\` runs
make reseal KEY=new   generates a sealing key, which becomes the first one at the next start

DATABASE_URL and SEALING_KEYS must be set as they were for \`make start\` or \`make up\`. docs/keys.md, "Rotating the sealing
keys", has every step. The exit code is 0 when everything stored is sealed with the first key.`;

const variables = { ...installationVariables, SEALING_KEYS: stack.SEALING_KEYS };

const print = (line: string): void => void process.stdout.write(`${line}\n`);
type Given = Readonly<Record<string, string | undefined>>;

async function resealOn({ command, secrets, urlOf }: Running, given: Given): Promise<boolean> {
  let complete = true;
  for (const [name, { schema }] of Object.entries(sealingOf)) {
    const code = await runEntry(`services/${name}/src/main-reseal.ts`, {
      environment: {
        ...given,
        DATABASE_URL: urlOf(schema),
        SEALING_KEYS: given['SEALING_KEYS'] || secrets.sealingKeys,
      },
    });
    complete &&= code === 0;
  }
  if (secrets.nextSealingKey !== undefined)
    print(`A new key waits for the next start of \`${command}\`: nothing was sealed with it.`);
  return complete;
}

async function addKeys(all: ReturnType<typeof installations>, given: Given): Promise<number> {
  if (given['SEALING_KEYS']) return fail('SEALING_KEYS is set: put the new key into it yourself');
  let added = 0;
  for (const { command, secrets: path } of all) {
    const secrets = await readSecrets(path);
    if (secrets === undefined) continue;
    const id = await addSealingKey(path, secrets);
    added += 1;
    print(`${command}: key ${id} seals from the next start on. Stop it, start it, and run \`make reseal\`.`);
  }
  return added > 0 ? 0 : fail('There are no keys yet: `make start` or `make up` generates the first one.');
}

async function run(argument: string | undefined): Promise<number> {
  const folders = readConfig('make reseal', variables, process.env);
  const given = withSecretFiles(variables, process.env);
  if (argument === '--key=new') return addKeys(installations(folders), given);
  return onEachRunning(folders, given['DATABASE_URL'], (running) => resealOn(running, given));
}

await main(async () => {
  // Ctrl-C reaches the service's command too, which ends between two batches; this process ends after it.
  process.on('SIGINT', () => {});
  const [argument] = process.argv.slice(2);
  if (argument === '--help' || argument === '-h') print(help);
  else if (argument !== undefined && argument !== '--key=new')
    process.exitCode = fail(`${argument} is not known here\n\n${help}`, 2);
  else process.exitCode = await run(argument);
});
