/** `make bench`: measures the platform and compares the figures with `aims.ts`. */
import { execFile } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { benchBackground } from './background.ts';
import { benchCli } from './cli.ts';
import { benchConsole } from './console.ts';
import { benchLists } from './lists.ts';
import { benchOrganizationList } from './organization-list.ts';
import { benchOverload } from './overload.ts';
import { benchPages } from './pages.ts';
import { type Platform, root, startPlatform } from './platform.ts';
import { atEnd, cleanUp, isCleaningUp } from './processes.ts';
import { benchBodies } from './relay/bodies.ts';
import { benchRelay } from './relay/relay.ts';
import { progress, reportMissedAims } from './report.ts';
import { benchRequests } from './requests/requests.ts';
import { benchRpc } from './rpc/rpc.ts';
import { type BenchName, benchNames, readSettings, type Settings, UsageError, usage } from './settings.ts';
import { benchTrail } from './trail/trail.ts';
import { benchWebhooks } from './webhooks.ts';

type PlatformBench = Exclude<BenchName, 'cli' | 'pages' | 'console' | 'bodies' | 'rpc'>;

/** Those that need a process for each service. */
const benches: Readonly<Record<PlatformBench, (platform: Platform, settings: Settings) => Promise<void>>> = {
  requests: benchRequests,
  overload: benchOverload,
  lists: benchLists,
  list: benchOrganizationList,
  relay: benchRelay,
  background: benchBackground,
  trail: benchTrail,
  webhooks: benchWebhooks,
};

/** The services run from the output of the compiler, as in production. */
async function build(): Promise<void> {
  progress('building');
  const compiler = promisify(execFile)(`${root}node_modules/.bin/tsc`, ['-b'], { cwd: root });
  await compiler.catch(({ stdout = '', message = '' }: { stdout?: string; message?: string }) => {
    throw new Error(`tsc -b failed:\n${stdout || message}`);
  });
}

async function run(settings: Settings): Promise<void> {
  if (process.platform !== 'linux')
    throw new UsageError('The bench reads CPU time and memory from /proc. Run it on Linux.');
  const wanted = benchNames.filter((name) => settings.only === undefined || settings.only === name);
  const onPlatform = wanted.filter((name): name is PlatformBench => name in benches);
  if (onPlatform.length > 0) await build();
  process.stdout.write(
    `Patchbay on Node ${process.version}, ${availableParallelism()} cores, load average ${loadavg()[0]?.toFixed(1)} before.\n` +
      'CPU is user and system time of the processes.\n',
  );
  const directory = await createTemporaryDirectory('patchbay-bench-');
  atEnd(() => directory.remove());
  if (wanted.includes('cli')) benchCli(settings);
  if (wanted.includes('pages')) await benchPages(join(directory.path, 'pages'), settings);
  if (wanted.includes('console')) await benchConsole(join(directory.path, 'console'), settings);
  if (wanted.includes('bodies')) await benchBodies(settings);
  if (wanted.includes('rpc')) await benchRpc(settings);
  if (onPlatform.length > 0) {
    const platform = await startPlatform(directory.path);
    for (const name of onPlatform) await benches[name](platform, settings);
  }
  reportMissedAims();
  progress(`done after ${(performance.now() / 60_000).toFixed(1)} minutes`);
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.on(signal, () => void cleanUp().then(() => process.exit(code)));
try {
  const settings = readSettings();
  if (settings === undefined) process.stdout.write(usage);
  else await run(settings);
} catch (error) {
  process.exitCode = 1;
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n\n${usage}`);
  else if (!isCleaningUp()) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
}
await cleanUp();
