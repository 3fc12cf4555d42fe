/**
 * `make up`: starts the supervisor in the background, prints its progress, and returns once every service is ready. If a
 * supervisor runs already, asks it to start at once what does not run.
 */
import { spawn } from 'node:child_process';
import { mkdir, open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { main } from '@patchbay/runtime/main';
import { runningInstance } from '../instance-lock.ts';
import { readStackConfig } from './config.ts';
import { runFolder, type StackFolder } from './folder.ts';
import { alreadyRunning, type Progress, startMissing } from './state.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Resolves with the exit code of `make up`, or with `alreadyRunning`. */
async function startSupervisor(folder: StackFolder): Promise<number> {
  await mkdir(folder.path, { recursive: true });
  const log = await open(folder.log, 'a');
  const supervisor = spawn(
    process.execPath,
    ['--conditions=patchbay-source', fileURLToPath(new URL('./background.ts', import.meta.url))],
    { detached: true, stdio: ['ignore', log.fd, log.fd, 'ipc'], env: process.env },
  );
  await log.close();
  // The supervisor is in another session (`detached`), so Ctrl-C during the start does not reach it by itself.
  process.on('SIGINT', () => supervisor.kill('SIGTERM'));
  return new Promise((resolve) => {
    supervisor.on('message', ({ line, done }: Progress) => {
      print(line);
      if (done === undefined) return;
      supervisor.disconnect();
      supervisor.unref();
      resolve(done === 'ready' ? 0 : 1);
    });
    supervisor.on('exit', (code) => {
      const what = code === 0 ? 'It was stopped during its start' : 'It did not start';
      if (code !== alreadyRunning) process.stderr.write(`${what}; its log is ${folder.log}\n`);
      resolve(code || 1);
    });
  });
}

async function up(folder: StackFolder, port: number | undefined): Promise<number> {
  if ((await runningInstance(folder.lock)) === undefined) {
    const code = await startSupervisor(folder);
    if (code !== alreadyRunning) return code;
  }
  const running = await runningInstance(folder.lock);
  if (running === undefined) return up(folder, port);
  print(`Patchbay is running already at ${running.address}, its supervisor is process ${running.pid}.`);
  if (port !== undefined && String(port) !== URL.parse(running.address)?.port)
    print(`It keeps its ports while it runs: \`make down\` and then \`PORT=${port} make up\` moves it.`);
  return startMissing({ folder, running, print });
}

await main(async () => {
  const { PORT, RUN_DIR } = readStackConfig(process.env);
  process.exitCode = await up(runFolder(RUN_DIR), PORT);
});
