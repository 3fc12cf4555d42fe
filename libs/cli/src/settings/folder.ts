import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { type Environment, valueOf } from './environment.ts';

/** The folder that the platform has for settings of programs. PATCHBAY_CONFIG_DIR names another one. */
export function settingsFolder(env: Environment): string {
  const given = valueOf(env, 'PATCHBAY_CONFIG_DIR');
  if (given) return given;
  if (platform() === 'win32')
    return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'patchbay');
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Application Support', 'patchbay');
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'patchbay');
}

/** The JSON of a file; undefined where there is none. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError)
      throw new Failure(`${path} is not valid JSON.`, undefined, 'Mend or remove the file.');
    throw error;
  }
}

/** Replaces a file as a whole, readable by its owner alone. */
export function writeJson(path: string, value: unknown): void {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  const next = `${path}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, path);
}

/** Whether others than the owner can reach a file or a folder. Windows has no such modes: there the folder of the user protects it. */
export function isOpenToOthers(path: string): boolean {
  if (platform() === 'win32') return false;
  const { mode = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return (mode & 0o077) !== 0;
}
