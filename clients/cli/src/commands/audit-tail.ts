import type { CallOptions } from '@patchbay/client';
import type { Command } from '../command.ts';
import { usageFailure } from '../failure.ts';
import { durationMs, poll } from '../terminal/poll.ts';
import { type AuditLog, filterFlags, filtersOf, lineOf } from './audit-entries.ts';

/** The most entries of a page. */
const pageSize = 200;

export const auditTail: Command = {
  path: ['audit', 'tail'],
  summary: 'Follow the audit trail',
  description:
    'Prints the last entries, and then new ones as they come, oldest first, until Ctrl-C. Each is a line: time, actor, action, target and workspace. In a pipe tabs separate them.',
  flags: [
    { name: 'lines', value: 'number', description: 'How many earlier entries to begin with. Default 10.' },
    // Without `to`: no new entry is before a given moment.
    ...filterFlags.filter(({ name }) => name !== 'to'),
    { name: 'interval', value: 'time', description: 'How often to look. Default 2s, at least 1s.' },
    { name: 'json', description: 'Prints entries as JSON, one a line.' },
  ],
  examples: [
    'patchbay audit tail',
    'patchbay audit tail --action integration.connected --lines 0',
    "patchbay audit tail --json | jq --unbuffered -r '.actor.email'",
  ],
  async run(context, given) {
    const { io } = context;
    const lines = Number(given.flags['lines'] ?? 10);
    if (!Number.isSafeInteger(lines) || lines < 0) throw usageFailure('--lines takes a whole number.');
    const intervalMs = durationMs('interval', String(given.flags['interval'] ?? 2), 1_000);
    const client = await context.client();
    const filters = await filtersOf(context, given);
    let last = 0;
    /** Prints the entries that are newer than the last one, at most so many. Nothing is printed unless all were read. */
    const printNew = async (atMost: number, options?: CallOptions): Promise<undefined> => {
      const found: AuditLog[] = [];
      const limit = Math.min(pageSize, Math.max(1, atMost));
      // Newest first: the trail counts its entries by sequence, in the order in which it shows them.
      for await (const entry of client.iterate('listAuditLogs', { ...filters, limit }, options)) {
        if (entry.sequence <= last) break;
        found.push(entry);
        if (found.length >= atMost) break;
      }
      last = found[0]?.sequence ?? last;
      for (const entry of found.slice(0, atMost).toReversed()) io.stdout.write(`${lineOf(context, entry)}\n`);
    };
    await printNew(lines);
    const say = (line: string): void => void io.stderr.write(`${line}\n`);
    await poll(io, { intervalMs, say }, (options) => printNew(Number.POSITIVE_INFINITY, options));
  },
};
