/** `make down`: stops the supervisor of `make up` with everything that it started, or what a killed supervisor left. */
import { main } from '@patchbay/runtime/main';
import { readRunDirectory } from './stack/config.ts';
import { runFolder } from './stack/folder.ts';
import { stopLeftovers } from './stack/leftovers.ts';
import { stopInstance } from './stop-instance.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

await main(async () => {
  const folder = runFolder(readRunDirectory(process.env));
  const stopped = await stopInstance(folder.lock);
  const left = await stopLeftovers(folder, print);
  print(stopped || left ? 'stopped' : 'nothing is running');
});
