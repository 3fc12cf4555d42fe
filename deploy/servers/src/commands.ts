import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
  readonly gid?: number;
  readonly cwd?: string;
  /** Default: none. */
  readonly timeoutMs?: number;
}

/** Runs a command and resolves with its stdout and stderr; rejects with both in the message if it exits with an error. */
export function run(
  command: string,
  args: readonly string[],
  { env, timeoutMs, ...more }: CommandOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      command,
      args,
      { ...more, env: { ...process.env, ...env }, timeout: timeoutMs ?? 0, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error === null) return resolve(`${stdout}${stderr}`);
        reject(
          new Error(`${command} ${args[0] ?? ''} failed: ${`${stdout}\n${stderr}`.trim() || error.message}`, {
            cause: error,
          }),
        );
      },
    );
  });
}

/** Whether a command exits with code 0. */
export const succeeds = (
  command: string,
  args: readonly string[],
  options?: CommandOptions,
): Promise<boolean> =>
  run(command, args, options).then(
    () => true,
    () => false,
  );

/** The full path of a program on the PATH; undefined if there is none. */
export async function findProgram(name: string): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const folder of folders) {
    const path = join(folder, name);
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return undefined;
}
