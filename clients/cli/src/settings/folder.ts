import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { type Environment, valueOf } from './environment.ts';

/** The folder for settings, by the convention of the operating system or PATCHBAY_CONFIG_DIR. */
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
      throw new Failure(`${path} is not valid JSON.`, undefined, 'Repair or remove the file.');
    throw error;
  }
}

const prepareFolderOf = (path: string): unknown =>
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });

/** Replaces a file atomically, readable by its owner alone. The temporary name is random, so that nobody can put a link there first. */
export function writeJson(path: string, value: unknown): void {
  prepareFolderOf(path);
  const next = `${path}.${crypto.randomUUID()}`;
  try {
    writeFileSync(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}

/** A lock that is older, in milliseconds, was left by a killed process. */
const longestLockMs = 5_000;

function lock(file: string): void {
  for (;;)
    try {
      closeSync(openSync(file, 'wx', 0o600));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const { mtimeMs = Date.now() } = statSync(file, { throwIfNoEntry: false }) ?? {};
      if (Math.abs(Date.now() - mtimeMs) > longestLockMs) rmSync(file, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
}

/** Replaces the JSON of a file by what `change` makes of it. Other processes wait meanwhile, so that nothing is lost. */
export function changeJson(path: string, change: (before: unknown) => unknown): void {
  prepareFolderOf(path);
  lock(`${path}.lock`);
  try {
    writeJson(path, change(readJson(path)));
  } finally {
    rmSync(`${path}.lock`, { force: true });
  }
}

/** Whether others than the owner can reach a file or a folder. Windows has no such modes: there the folder of the user protects it. */
export function isOpenToOthers(path: string): boolean {
  if (platform() === 'win32') return false;
  const { mode = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return (mode & 0o077) !== 0;
}
