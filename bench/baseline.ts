import { fileURLToPath } from 'node:url';
import { freePort } from '@patchbay/servers/free-port';
import { startChild } from './child.ts';
import { cpuOf } from './cpu.ts';
import type { Kind } from './rounds.ts';

/** Bare Express in another process, which answers `GET /v1/me` with the given body. */
export async function startBaseline(body: unknown): Promise<Kind & { stop(): Promise<void> }> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = await startChild({
    name: 'bare Express',
    command: process.execPath,
    parameters: [fileURLToPath(new URL('./express.ts', import.meta.url))],
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { NODE_ENV: 'production', PORT: String(port), BODY: JSON.stringify(body) },
  });
  await child.healthy(`${origin}/v1/me`);
  return {
    name: 'bare Express 5',
    origin,
    path: '/v1/me',
    headers: [{}],
    processes: { express: () => cpuOf(child.pid) },
    servers: {},
    times: 4,
    stop: () => child.stop(),
  };
}
