/**
 * `collect.ts <service> <folder>`: copies what the programs of a service load into a folder, which becomes the image. Compiled
 * code alone: no sources, no development dependencies, and of each package only the files that are used.
 */
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isServiceName, packagedServices } from '@patchbay/platform/services';
import { tracedFiles } from './traced-files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const [service, folder] = process.argv.slice(2);

if (!isServiceName(service) || !packagedServices.includes(service) || folder === undefined) {
  process.stderr.write(`SERVICE is one of ${packagedServices.join(', ')}, not "${service ?? ''}"\n`);
  process.exit(1);
}
const files = await tracedFiles(root, service);
for (const file of files) {
  const target = join(folder, file);
  await mkdir(dirname(target), { recursive: true });
  // Links of workspaces stay links: their targets are among the files.
  await cp(join(root, file), target, { verbatimSymlinks: true });
}
process.stdout.write(`${service}: ${files.length} files\n`);
