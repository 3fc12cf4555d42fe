/** `make down`: stops the supervisor of `make up` with everything that it started, or what a killed supervisor left. */
import { main } from '@patchbay/runtime/main';
import { stopInstance } from '../instance-lock.ts';
import { readRunDirectory } from './config.ts';
import { runFolder, stopLeftovers } from './folder.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

await main(async () => {
  const folder = runFolder(readRunDirectory(process.env));
  const stopped = await stopInstance(folder.lock);
  const left = await stopLeftovers(folder, print);
  print(stopped || left ? 'stopped' : 'nothing is running');
});
