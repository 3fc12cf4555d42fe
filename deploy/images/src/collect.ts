/**
 * `collect.ts <folder>`: copies what the programs of each service load into a folder of its name there, which becomes its image. Compiled
 * code alone: no sources, no development dependencies, and of each package only the files that are used. Anyone may read the files, nobody
 * but their owner may write them, whatever the umask was with which they were checked out.
 */
import { chmodSync, copyFileSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagedServices } from '@patchbay/platform/services';
import { tracedFiles } from './traced-files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('collect.ts needs the folder that it copies to');

function copy(file: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  const source = join(root, file);
  const stats = lstatSync(source);
  // Links of workspaces stay links: their targets are among the files.
  if (stats.isSymbolicLink()) return symlinkSync(readlinkSync(source), target);
  copyFileSync(source, target);
  chmodSync(target, stats.mode & 0o100 ? 0o755 : 0o644);
}

// For the folders that are made.
process.umask(0o022);
for (const [service, files] of await tracedFiles(root, packagedServices)) {
  for (const file of files) copy(file, join(folder, service, file));
  process.stdout.write(`${service}: ${files.length} files\n`);
}
