import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@patchbay/servers/free-port';
import { startChild } from './child.ts';
import { cpuOf } from './cpu.ts';
import type { Kind } from './rounds.ts';

/** Bare Express in another process, which answers `GET /` with the given body, for which it writes a file into the directory. */
export async function startBaseline(
  body: unknown,
  directory: string,
): Promise<Kind & { stop(): Promise<void> }> {
  const port = await freePort();
  const file = join(directory, `body-${port}.json`);
  await writeFile(file, JSON.stringify(body));
  const origin = `http://127.0.0.1:${port}`;
  const child = await startChild({
    name: 'bare Express',
    command: process.execPath,
    parameters: [fileURLToPath(new URL('./express.ts', import.meta.url))],
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { NODE_ENV: 'production', PORT: String(port), BODY_FILE: file },
  });
  await child.healthy(`${origin}/`);
  return {
    name: 'bare Express 5',
    origin,
    path: '/',
    headers: [{}],
    processes: { express: () => cpuOf(child.pid) },
    servers: {},
    times: 2,
    stop: () => child.stop(),
  };
}
