import { type CallOptions, ChainBroken, type Patchbay, verifyExport } from '@patchbay/client';
import { canonicalForm } from '@patchbay/trail/canonical';
import { exitCodes, Failure } from '../failure.ts';
import { cleanLine } from '../text/clean.ts';
import type { AuditLog } from './audit-entries.ts';

/** An entry as a line of the export: as it was hashed, then its hash. */
function lineOf({ hash, ...hashed }: AuditLog): string {
  return `${canonicalForm(hashed).slice(0, -1)},"hash":${JSON.stringify(hash)}}`;
}

/**
 * Reads the entries that the trail gets from now on, oldest first, and fails where they do not continue the chain: where one was
 * altered or left out.
 */
export async function createCheckedTrail(
  client: Pick<Patchbay, 'iterate' | 'listAuditLogs'>,
  orgSlug: string,
) {
  let line = '';
  function* lines(): Generator<string> {
    for (;;) yield line;
  }
  const entries = verifyExport(lines());
  const check = async (entry: AuditLog): Promise<void> => {
    line = lineOf(entry);
    try {
      await entries.next();
    } catch (error) {
      if (!(error instanceof ChainBroken)) throw error;
      throw new Failure(
        `The chain of the trail is broken. ${cleanLine(error.reason)}`,
        exitCodes.failure,
        'Run `patchbay audit verify`, and ask the operator of the platform.',
      );
    }
  };
  const { auditLogs } = await client.listAuditLogs({ orgSlug, limit: 1 });
  let last = 0;
  for (const newest of auditLogs) {
    await check(newest);
    last = newest.sequence;
  }
  return {
    /** The entries since the last call. Each is yielded once. */
    async *read(options?: CallOptions): AsyncGenerator<AuditLog> {
      const found: AuditLog[] = [];
      for await (const entry of client.iterate('listAuditLogs', { orgSlug, limit: 200 }, options)) {
        if (entry.sequence <= last) break;
        found.push(entry);
      }
      for (const entry of found.toReversed()) {
        await check(entry);
        last = entry.sequence;
        yield entry;
      }
    },
  };
}
