import { platform } from 'node:os';
import type { Io } from './io.ts';

/**
 * Opens an address in the browser of the person; BROWSER names another program. Resolves with whether a program could be started. The
 * address is an argument of a program, never a part of a shell command.
 */
export async function openBrowser({ env }: Io, address: string): Promise<boolean> {
  if (!/^https?:\/\//.test(address)) return false;
  const { spawn } = await import('node:child_process');
  const known: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  };
  const [program, ...first] = env['BROWSER'] ? [env['BROWSER']] : (known[platform()] ?? ['xdg-open']);
  return await new Promise((resolve) => {
    const child = spawn(program, [...first, address], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
