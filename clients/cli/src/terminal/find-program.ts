import { accessSync, constants } from 'node:fs';
import { platform } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Io } from './io.ts';

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where a program is. A folder of PATH that depends on the working directory does not count: whoever fills that must not choose what runs. */
export function findProgram({ env }: Pick<Io, 'env'>, name: string): string | undefined {
  if (name.includes('/') || platform() === 'win32') return name;
  const folders = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}
