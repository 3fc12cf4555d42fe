/** `make up`: starts the supervisor in the background, prints its progress, and returns once every service is ready. */
import { spawn } from 'node:child_process';
import { mkdir, open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runningInstance } from './instance-lock.ts';
import { localFolder } from './stack/folder.ts';
import type { Progress } from './stack/supervisor.ts';

const running = await runningInstance(localFolder.lock);
if (running !== undefined) {
  process.stdout.write(`Patchbay is running already at ${running.address}. \`make down\` stops it.\n`);
  process.exit(0);
}

await mkdir(localFolder.path, { recursive: true });
const log = await open(localFolder.log, 'w');
const supervisor = spawn(
  process.execPath,
  ['--conditions=patchbay-source', fileURLToPath(new URL('./stack/supervisor.ts', import.meta.url))],
  { detached: true, stdio: ['ignore', log.fd, log.fd, 'ipc'], env: process.env },
);

supervisor.on('message', (progress: Progress) => {
  process.stdout.write(`${progress.line}\n`);
  if (!progress.done) return;
  supervisor.disconnect();
  supervisor.unref();
});
supervisor.on('exit', (code) => {
  process.stderr.write(`It did not start; its log is ${localFolder.log}\n`);
  process.exit(code ?? 1);
});
// The supervisor is in another session (`detached`), so Ctrl-C during the start does not reach it by itself.
process.on('SIGINT', () => supervisor.kill('SIGTERM'));
