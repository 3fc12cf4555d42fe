import { platform } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import type { Io } from './io.ts';

/**
 * Opens an address in the browser of the person; BROWSER names another program. Resolves with whether a program could be started. The
 * address is an argument of a program, never a part of a shell command.
 */
export async function openBrowser({ env }: Io, address: string): Promise<boolean> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return false;
  const { spawn } = await import('node:child_process');
  const known: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
    darwin: ['open'],
    win32: [
      join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'rundll32.exe'),
      'url.dll,FileProtocolHandler',
    ],
  };
  const [name, ...first] = env['BROWSER'] ? [env['BROWSER']] : (known[platform()] ?? ['xdg-open']);
  const program = findProgram({ env }, name);
  if (program === undefined) return false;
  return await new Promise((resolve) => {
    const child = spawn(program, [...first, url.href], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
