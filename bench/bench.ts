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
import type { BenchResults } from './context.ts';
import { startLoadGenerator } from './load.ts';
import { reportMemory, reportStartUps } from './report.ts';
import { readSettings, type Settings, usage, wants } from './settings.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

async function build(): Promise<void> {
  process.stderr.write('building\n');
  await promisify(execFile)(`${root}node_modules/.bin/tsc`, ['-b'], { cwd: root }).catch(
    ({ stdout = '', message = '' }: { stdout?: string; message?: string }) => {
      throw new Error(`tsc -b failed:\n${stdout || message}`);
    },
  );
}

/** How CPU per request is measured, in the words of the report. */
const method = ({ rounds, requests, tableSeconds, tables }: Settings): string =>
  `CPU per request: medians of ${rounds} rounds by turns (of one process: 3), each kind for ${tableSeconds} s or ${requests} requests in a round (bare\n` +
  `Express: ${2 * requests} requests), over ${tables.join(' and then over ')} connections that send one request at a time. x Express: as a multiple of bare Express in the same\n` +
  'round over as many connections.';

async function bench(settings: Settings): Promise<void> {
  if (settings.build) await build();
  const load = loadavg()[0]?.toFixed(1);
  process.stdout.write(
    `Patchbay on Node ${process.version}, ${availableParallelism()} cores, load average ${load} before. CPU is user and system time.\n`,
  );
  if (wants(settings, 'embedded') || wants(settings, 'cpu')) process.stdout.write(`${method(settings)}\n`);

  const directory = await createTemporaryDirectory('patchbay-bench-');
  addCleanup(() => directory.remove());
  const smtp = await createSmtpServer();
  addCleanup(() => smtp.stop());
  const context = { settings, directory: directory.path, smtp, load: await startLoadGenerator() };
  const nothing: BenchResults = { startUps: [], memories: [] };
  const embedded = wants(settings, 'embedded') ? await benchEmbedded(context) : nothing;
  const stack = settings.only === 'embedded' ? nothing : await benchStack(context);
  reportStartUps([...embedded.startUps, ...stack.startUps]);
  reportMemory([...embedded.memories, ...stack.memories]);
  process.stderr.write(`done after ${(performance.now() / 60_000).toFixed(1)} minutes\n`);
}

cleanUpOnSignals();
try {
  if (process.platform !== 'linux')
    throw new Error('The bench reads CPU time and memory from /proc, which only Linux has.');
  const settings = readSettings(process.argv.slice(2));
  if (settings === undefined) process.stdout.write(usage);
  else await bench(settings);
} catch (error) {
  process.exitCode = 1;
  const unknownOption =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  const wrongOption = unknownOption || error instanceof RangeError;
  const text = error instanceof Error ? error.stack : String(error);
  if (wrongOption) process.stderr.write(`${error.message}\n\n${usage}`);
  else if (!isCleaningUp()) process.stderr.write(`${text}\n`);
}
await cleanUp();
