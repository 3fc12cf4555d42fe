/** `make stop`: stops what `make start`, `make demo` or `make up` started. */
import { main } from '@patchbay/runtime/main';
import { locksOf } from '../embedded/config.ts';
import { stopInstance } from '../instance-lock.ts';
import { readRunDirectory } from '../up/config.ts';
import { runFolder, stopLeftovers } from '../up/folder.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

await main(async () => {
  const folder = runFolder(readRunDirectory(process.env));
  const stopped = await Promise.all([...locksOf(process.env), folder.lock].map(stopInstance));
  const left = await stopLeftovers(folder, print);
  print(stopped.includes(true) || left ? 'stopped' : 'nothing is running');
});
