import type { Client } from 'pg';
import { appendEntry, copiedColumns, emptyChain, numbered } from './audit-entries.ts';
import { subjectAt } from './audit-subjects.ts';
import { copyFrom } from './copy.ts';

const organizations = 25;
const linesPerChunk = 500;

function* chunksOf(count: number): Generator<Buffer> {
  const chains = Array.from({ length: organizations }, (_, number) =>
    emptyChain(numbered('01920000', number)),
  );
  const begin = Date.now();
  let lines = '';
  for (let place = 0; place < count; place += 1) {
    const chain = chains[place % organizations] ?? emptyChain('');
    lines += appendEntry(chain, subjectAt(place, count), new Date(begin + place), 800);
    if (place % linesPerChunk === 0 || place === count - 1) {
      yield Buffer.from(lines, 'latin1');
      lines = '';
    }
  }
}

/**
 * Appends entries of several organizations by turns to partitions that have their indexes, as audit does: an index that is built
 * afterwards is smaller. The times are a millisecond apart, from now on.
 */
export async function appendEntries(client: Client, count: number): Promise<void> {
  await client.query(`select audit.create_partitions(current_date, current_date + 31)`);
  await copyFrom(client, `copy audit.entries (${copiedColumns}) from stdin`, chunksOf(count));
}
