import { residentMb, type WatchedMemory, watchMemory } from '@patchbay/testing/process-memory';
import { table } from '@patchbay/testing/table';
import type { AuditBench } from './audit.ts';
import type { Trail } from './audit-trails.ts';
import { copyTo } from './copy.ts';
import { type Downloaded, download } from './download.ts';
import { largestChildMb } from './memory-watch.ts';
import { type Metered, metered, ownCpu, sumOf } from './metered.ts';
import { median } from './rounds.ts';
import { largestTrail } from './settings.ts';

/** Of a trail that is longer than `largestTrail`: one. */
const rounds = 3;

type Export = Metered<Downloaded>;

interface Way {
  readonly name: string;
  readonly exports: Export[];
  readonly run: () => Promise<Export>;
}

/** The whole trail of the organization by `COPY`, on a connection of pg in this process. */
async function bareCopy({ owner, organizationId, meters }: Trail): Promise<Export> {
  const text = `copy (select entry from entries where organization_id = '${organizationId}' order by recorded_at, sequence) to stdout`;
  const { postgres } = meters.processes;
  return metered({ ...(postgres && { postgres }), client: ownCpu }, async () => {
    const { rows, bytes } = await copyTo(owner, text);
    return { firstMs: Number.NaN, lines: rows, bytes };
  });
}

/** The memory of each process while a trail is exported. */
export interface ExportMemory {
  readonly length: number;
  readonly memory: Readonly<Record<string, WatchedMemory>>;
}

async function exportTrail(trail: Trail, { headers, servers }: AuditBench): Promise<ExportMemory> {
  const { length, origin, path, meters, gateway, audit } = trail;
  const [admin = {}] = headers;
  const all = { ...meters.servers, ...meters.processes };
  const byApi = (encoding: 'identity' | 'gzip') => () =>
    metered(all, () => download(`${origin}${path}/export`, admin, encoding));
  const ways: readonly Way[] = [
    { name: 'bare COPY', exports: [], run: () => bareCopy(trail) },
    { name: 'export', exports: [], run: byApi('identity') },
    { name: 'export, gzip', exports: [], run: byApi('gzip') },
  ];
  const runAll = async (): Promise<void> => {
    for (const { name, exports, run } of ways) {
      const one = await run();
      if (one.result.lines !== length)
        throw new Error(`${name} has ${one.result.lines} of ${length} entries`);
      exports.push(one);
    }
    const figures = ways.map(({ name, exports }) => `${name} ${exports.at(-1)?.seconds.toFixed(1)} s`);
    process.stderr.write(`  ${length.toLocaleString('en')} entries: ${figures.join(', ')}\n`);
  };
  const postmaster = servers.postgres.pid ?? 0;
  const memory = await watchMemory(
    {
      gateway: () => residentMb(gateway.pid),
      audit: () => residentMb(audit.pid),
      'largest backend of Postgres': () => largestChildMb(postmaster),
    },
    async () => {
      for (let round = 0; round < (length > largestTrail ? 1 : rounds); round += 1) await runAll();
    },
  );
  report(trail, ways);
  return { length, memory };
}

function report({ length }: Trail, ways: readonly Way[]): void {
  const columns = ['gateway', 'audit', 'postgres', 'client'];
  const over = (exports: readonly Export[], figure: (one: Export) => number): number =>
    median(exports.map(figure));
  const cpuOf = (exports: readonly Export[]): number =>
    over(exports, ({ cpu }) => (sumOf(cpu) * 1_000) / length);
  const rows = ways.map(({ name, exports }) => [
    name,
    over(exports, ({ seconds }) => length / seconds).toFixed(0),
    cpuOf(exports).toFixed(1),
    (cpuOf(exports) / cpuOf(ways[0]?.exports ?? [])).toFixed(1),
    ...columns.map((column) => {
      const figure = over(exports, ({ cpu }) => ((cpu[column] ?? Number.NaN) * 1_000) / length);
      return Number.isNaN(figure) ? '' : figure.toFixed(1);
    }),
    over(exports, ({ result }) => result.bytes / length).toFixed(0),
    name === 'bare COPY' ? '' : over(exports, ({ result }) => result.firstMs).toFixed(0),
  ]);
  process.stdout.write(
    `\nThe whole trail of ${length.toLocaleString('en')} entries, CPU in microseconds per entry; bytes per entry as they were sent\n\n` +
      `${table(['', 'entries per s', 'CPU', 'x COPY', ...columns, 'bytes', 'first byte ms'], rows)}\n`,
  );
}

/** Measures the export of each trail of 100,000 entries or more beside a bare COPY of the same entries, by turns. */
export async function benchExports(bench: AuditBench, trails: readonly Trail[]): Promise<void> {
  process.stderr.write('exports\n');
  const memories: ExportMemory[] = [];
  for (const trail of trails) {
    if (trail.length >= largestTrail) memories.push(await exportTrail(trail, bench));
  }
  const rows = memories.flatMap(({ length, memory }) =>
    Object.entries(memory).map(([name, { before, peak }]) => [
      `${name}, ${length.toLocaleString('en')} entries`,
      before.toFixed(0),
      peak.toFixed(0),
    ]),
  );
  process.stdout.write(
    '\nMemory while trails were exported, MB: resident memory of a service, of Postgres without its shared buffers\n\n' +
      `${table(['process', 'before', 'highest'], rows)}\n`,
  );
}
