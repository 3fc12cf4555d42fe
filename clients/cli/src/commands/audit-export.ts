import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ChainBroken, type VerifiedExport, verifyExport } from '@patchbay/client';
import type { Command } from '../command.ts';
import { exitCodes, Failure, usageFailure } from '../failure.ts';
import { withProgress } from '../terminal/progress.ts';
import { cleanJson, cleanLine } from '../text/clean.ts';
import { entriesOf, grouped } from '../text/formats.ts';
import { filterFlags, filtersOf, hasFilters } from './audit-entries.ts';

type Lines = AsyncGenerator<string, void, void>;

/**
 * Yields all lines, and tells what checking their chain has found. A broken chain does not end the lines: what the trail has is
 * evidence, too.
 */
export async function* checkedLines(
  lines: Lines,
  found: (outcome: VerifiedExport | ChainBroken) => void,
): Lines {
  let current: string | undefined;
  // Not by `for await`, which would end the lines where the check ends.
  async function* read(): Lines {
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      current = next.value;
      yield current;
    }
  }
  try {
    const entries = verifyExport(read());
    let next = await entries.next();
    for (; !next.done; next = await entries.next()) if (current !== undefined) yield current;
    found(next.value);
  } catch (error) {
    if (!(error instanceof ChainBroken)) throw error;
    found(error);
    if (current !== undefined) yield current;
    yield* lines;
  } finally {
    await lines.return();
  }
}

/** Writes a file as a whole: under another name first, readable by its owner alone. */
async function writeWhole(file: string, lines: Lines, signal: AbortSignal): Promise<void> {
  const existing = await stat(file).catch(() => undefined);
  if (existing !== undefined && !existing.isFile()) throw usageFailure(`${cleanLine(file)} is not a file.`);
  const part = `${file}.${process.pid}.part`;
  try {
    await pipeline(lines, createWriteStream(part, { flags: 'wx', mode: 0o600 }), { signal });
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

export const auditExport: Command = {
  path: ['audit', 'export'],
  summary: 'Export the audit trail',
  description:
    'Streams the whole trail, oldest entry first, one JSON object a line. Without filters the chain of hashes is checked as it comes: where it is broken, everything is exported, and the command ends with 1. A filtered export is no chain. A file gets its name when it is complete, and only its owner can read it.',
  flags: [
    {
      name: 'output',
      value: 'file',
      description: 'Writes a file, and replaces the one of that name. Default: stdout.',
      completes: 'files',
    },
    ...filterFlags,
  ],
  examples: [
    'patchbay audit export --output export.ndjson',
    'patchbay audit export | gzip > export.ndjson.gz',
    'patchbay audit export --from 2026-11-01T00:00:00Z --action integration.connected',
  ],
  async run(context, given) {
    const { io } = context;
    const { output } = given.flags;
    const client = await context.client();
    const filters = await filtersOf(context, given);
    let [entries, bytes] = [0, 0];
    let outcome: VerifiedExport | ChainBroken | undefined;
    const isShown = output === undefined && io.stdout.isTTY;
    async function* counted(): Lines {
      const lines = client.exportAuditLogs(filters).lines();
      const checked = hasFilters(given) ? lines : checkedLines(lines, (found) => (outcome = found));
      for await (const line of checked) {
        entries += 1;
        bytes += Buffer.byteLength(line) + 1;
        yield `${isShown ? cleanJson(line) : line}\n`;
      }
    }
    const write = (): Promise<void> =>
      typeof output === 'string'
        ? writeWhole(output, counted(), io.signal)
        : pipeline(counted(), io.stdout, { signal: io.signal, end: false });
    const amount = (): string => `${entriesOf(entries)}, ${(bytes / 1e6).toFixed(1)} MB`;
    const begin = performance.now();
    const look = () => {
      const perSecond = Math.round(entries / Math.max(0.1, (performance.now() - begin) / 1_000));
      return { text: `${amount()}, ${grouped(perSecond)} entries/s` };
    };
    // Lines of the export and of the progress would mix in one terminal.
    await (isShown ? write() : withProgress(io, look, write));
    if (outcome instanceof ChainBroken)
      throw new Failure(
        `The chain of the trail is broken. ${cleanLine(outcome.message)}`,
        exitCodes.failure,
        'The export is complete all the same. Keep it, and ask the operator of the platform.',
      );
    if (!io.stderr.isTTY) return;
    const { anchored, first } = outcome ?? {};
    const chain = anchored ? ' Its chain is intact.' : first ? ` It begins with sequence ${first}.` : '';
    io.stderr.write(`Exported ${amount()}.${chain}\n`);
  },
};
