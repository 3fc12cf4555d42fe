/** `make bench`: measures CPU time per request, start-up time and resident memory, and compares them with `aims.ts`. */
import { execFile } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createSmtpServer } from '@patchbay/testing/smtp';
import { benchEmbedded } from './bench-embedded.ts';
import { benchStack } from './bench-stack.ts';
import { addCleanup, cleanUp, cleanUpOnSignals, isCleaningUp } from './cleanup.ts';
import { startLoadGenerator } from './load.ts';
import { reportMemory, reportStartUps } from './report.ts';
import { readSettings, type Settings, usage } from './settings.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

async function bench(settings: Settings): Promise<void> {
  process.stderr.write('building\n');
  await promisify(execFile)(`${root}node_modules/.bin/tsc`, ['-b'], { cwd: root }).catch(
    ({ stdout = '', message = '' }: { stdout?: string; message?: string }) => {
      throw new Error(`tsc -b failed:\n${stdout || message}`);
    },
  );
  const { connections, rounds, requests } = settings;
  const load = loadavg()[0]?.toFixed(1);
  process.stdout.write(
    `Patchbay on Node ${process.version}, ${availableParallelism()} cores, load average ${load} before. CPU is user and system time.\n`,
  );
  if (!settings.auditOnly)
    process.stdout.write(
      `Medians of ${rounds} rounds by turns, ${requests} requests of each kind in a round (four times as many of bare Express, fewer of\nexpensive ones) over ${connections} connections.\n`,
    );

  const directory = await createTemporaryDirectory('patchbay-bench-');
  addCleanup(() => directory.remove());
  const smtp = await createSmtpServer();
  addCleanup(() => smtp.stop());
  const context = { settings, directory: directory.path, smtp, load: await startLoadGenerator() };
  if (settings.neighboursOnly || settings.integrationsOnly || settings.auditOnly) {
    await benchStack(context);
    return;
  }
  const embedded = await benchEmbedded(context);
  const stack = await benchStack(context);
  reportStartUps([...embedded.startUps, ...stack.startUps]);
  reportMemory([...embedded.memories, ...stack.memories]);
}

cleanUpOnSignals();
try {
  if (process.platform !== 'linux')
    throw new Error('The bench reads CPU time and memory from /proc, which only Linux has.');
  await bench(readSettings(process.argv.slice(2)));
} catch (error) {
  process.exitCode = 1;
  const unknownOption =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  const text = error instanceof Error ? error.stack : String(error);
  if (unknownOption) process.stderr.write(`${error.message}\n\n${usage}`);
  else if (!isCleaningUp()) process.stderr.write(`${text}\n`);
}
await cleanUp();
