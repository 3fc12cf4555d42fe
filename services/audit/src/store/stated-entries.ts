import type { Queryable } from '@patchbay/database/query';
import { internal } from '@patchbay/errors/failure';
import type { Kept } from '../domain/head-check.ts';
import type { StatedHead } from '../domain/signed-head.ts';

export interface StatedEntry extends Pick<Kept, 'hashes' | 'lastSequence'> {
  readonly checkpoint:
    | { readonly sequence: number; readonly hash: string; readonly signed: string }
    | undefined;
}

const select = {
  name: 'entries of heads',
  // One statement sees one snapshot: entries that retention removes meanwhile are either there or covered by the checkpoint. The
  // texts are hashed here: the column `hash` could be left as it was when a text is altered.
  text: `select coalesce(entry.hashes, '{}') as hashes,
                case when entry.hashes is null then coalesce(
                  (select max(sequence) from entries where organization_id = given.organization_id), 0) end as "lastSequence",
                checkpoint.sequence as "checkpointSequence", checkpoint.hash as "checkpointHash",
                checkpoint.signed
         from unnest($1::uuid[], $2::bigint[]) with ordinality as given (organization_id, sequence, position)
         left join lateral (
           select array_agg(distinct one.hash) as hashes from entries
           cross join lateral (values (entries.hash), (encode(sha256(convert_to(entries.entry, 'UTF8')), 'hex'))) as one (hash)
           where entries.organization_id = given.organization_id and entries.sequence = given.sequence
         ) entry on true
         left join checkpoints checkpoint on checkpoint.organization_id = given.organization_id
         order by given.position`,
};

interface Row {
  readonly hashes: string[];
  readonly lastSequence: string | null;
  readonly checkpointSequence: string | null;
  readonly checkpointHash: string;
  readonly signed: string;
}

const entryOf = ({ hashes, lastSequence, checkpointSequence, ...checkpoint }: Row): StatedEntry => ({
  hashes,
  lastSequence: lastSequence === null ? undefined : Number(lastSequence),
  checkpoint:
    checkpointSequence === null
      ? undefined
      : {
          sequence: Number(checkpointSequence),
          hash: checkpoint.checkpointHash,
          signed: checkpoint.signed,
        },
});

/** The stored entries that heads state. */
export async function findStatedEntries<Head extends StatedHead>(
  db: Queryable,
  heads: readonly Head[],
): Promise<{ readonly head: Head; readonly entry: StatedEntry }[]> {
  const rows = await db.query<Row & Record<string, unknown>>(select, [
    heads.map(({ organizationId }) => organizationId),
    heads.map(({ sequence }) => sequence),
  ]);
  const entries = rows.map(entryOf);
  return heads.map((head, index) => {
    const entry = entries[index];
    if (entry === undefined) throw internal('a head has no row');
    return { head, entry };
  });
}
