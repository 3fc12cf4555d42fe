import { hash } from 'node:crypto';
import { table } from '@patchbay/testing/table';
import { aims } from './aims.ts';
import type { AuditBench } from './audit.ts';
import type { Trail } from './audit-trails.ts';
import { type Metered, metered, ownCpu, sumOf } from './metered.ts';
import { median } from './rounds.ts';
import { get, type Headers } from './session.ts';
import { verdict } from './verdict.ts';

/** Entries that one call verifies at most. */
const entries = 50_000;
const rounds = 2;

interface Way {
  readonly name: string;
  readonly runs: Metered<void>[];
  readonly run: () => Promise<Metered<void>>;
}

const selectTexts = `
  select entry as text, hash from entries where organization_id = $1 order by recorded_at, sequence limit $2`;

/** Verifies the first 50,000 entries, by further calls if the first one ends for its time; throws if the trail is not intact. */
async function verify({ origin, path }: Trail, headers: Headers): Promise<void> {
  for (let after = 0; after < entries; ) {
    const { intact, nextSequence } = await get(origin, `${path}/verify?afterSequence=${after}`, headers);
    if (intact !== true || typeof nextSequence !== 'number')
      throw new Error(`the verification after ${after} says ${String(intact)}, ${String(nextSequence)}`);
    after = nextSequence;
  }
}

/** Measures a verification of 50,000 entries beside the hashes of the same texts in this process, by turns. */
export async function benchVerification({ headers }: AuditBench, trail: Trail): Promise<void> {
  process.stderr.write('verification\n');
  const [admin = {}] = headers;
  const { owner, organizationId, meters } = trail;
  const { rows: stored } = await owner.query<{ text: string; hash: string }>(selectTexts, [
    organizationId,
    entries,
  ]);
  const hashAll = async (): Promise<void> => {
    for (const row of stored)
      if (hash('sha256', row.text) !== row.hash) throw new Error('an entry has another hash');
  };
  const measured: readonly Way[] = [
    { name: 'SHA-256 alone', runs: [], run: () => metered({ client: ownCpu }, hashAll) },
    { name: 'verification', runs: [], run: () => metered(meters.processes, () => verify(trail, admin)) },
  ];
  for (const { run } of measured) await run();
  for (let round = 1; round <= rounds; round += 1) {
    for (const { runs, run } of measured) runs.push(await run());
    const figures = measured.map(
      ({ name, runs }) => `${name} ${sumOf(runs.at(-1)?.cpu ?? {}).toFixed(0)} ms`,
    );
    process.stderr.write(`  round ${round} of ${rounds}, CPU: ${figures.join(', ')}\n`);
  }
  const over = (runs: readonly Metered<void>[], figure: (one: Metered<void>) => number): number =>
    median(runs.map(figure));
  const [alone] = measured;
  const lines = measured.map(({ name, runs }) => {
    const cpu = over(runs, (one) => sumOf(one.cpu));
    return [
      name,
      (cpu / 1_000).toFixed(2),
      (cpu / over(alone?.runs ?? [], (one) => sumOf(one.cpu))).toFixed(1),
      ...['audit', 'postgres'].map((column) => {
        const figure = over(runs, (one) => (one.cpu[column] ?? Number.NaN) / 1_000);
        return Number.isNaN(figure) ? '' : figure.toFixed(2);
      }),
      over(runs, ({ seconds }) => seconds).toFixed(1),
      name === 'verification' ? verdict(cpu / 1_000, aims.verificationSeconds, ' s') : '',
    ];
  });
  process.stdout.write(
    `\nVerifying ${entries.toLocaleString('en')} entries in one call, CPU in seconds; it pauses after each page, so that its duration is longer\n\n` +
      `${table(['', 'CPU s', 'x SHA-256', 'audit', 'postgres', 'seconds', 'aim'], lines)}\n`,
  );
}
