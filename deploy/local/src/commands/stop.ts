/** `make stop`: stops what `make start`, `make demo` or `make up` started. */
import { main } from '@patchbay/runtime/main';
import { readDemoConfig } from '../demo/config.ts';
import { lockPath, readLocalConfig } from '../embedded/config.ts';
import { stopInstance } from '../instance-lock.ts';
import { readRunDirectory } from '../up/config.ts';
import { runFolder, stopLeftovers } from '../up/folder.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

await main(async () => {
  const folder = runFolder(readRunDirectory(process.env));
  // The same folder where DATA_DIR is set.
  const folders = [readLocalConfig(process.env).DATA_DIR, readDemoConfig(process.env).DATA_DIR];
  const locks = new Set([...folders.map(lockPath), folder.lock]);
  const stopped = await Promise.all([...locks].map(stopInstance));
  const left = await stopLeftovers(folder, print);
  print(stopped.includes(true) || left ? 'stopped' : 'nothing is running');
});
