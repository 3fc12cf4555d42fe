import type { Queryable } from '@patchbay/database/query';
import type { Component } from '@patchbay/runtime/component';

const selectRights = {
  name: 'rights on entries',
  // Of the partitions too: a right on one of them is enough to change what it holds. `trigger` lets its holder change what is
  // inserted; a member of the owner may become the owner.
  text: `select current_user as role, array_agg(distinct held.name order by held.name) filter (where held.has) as rights
         from pg_class entries
         left join pg_inherits child on child.inhparent = entries.oid
         cross join unnest(array[entries.oid, child.inhrelid]) as part (id)
         cross join lateral (values
           ('update', has_any_column_privilege(part.id, 'update')),
           ('delete', has_table_privilege(part.id, 'delete')),
           ('truncate', has_table_privilege(part.id, 'truncate')),
           ('trigger', has_table_privilege(part.id, 'trigger')),
           ('own', pg_has_role(entries.relowner, 'member'))
         ) as held (name, has)
         where entries.oid = to_regclass('entries')
         group by current_user`,
};

/** Why the service must not run with its role; undefined if it may. */
async function findExcess(db: Queryable): Promise<string | undefined> {
  const [row] = await db.query<{ role: string; rights: string[] | null }>(selectRights);
  if (row === undefined) return 'there is no table of entries: the migrations have not been applied';
  const { role, rights } = row;
  return rights === null
    ? undefined
    : `DATABASE_URL logs in as ${role}, who may ${rights.join(', ')} entries: the service must not be able to change any`;
}

/** Not ready while the service logs in as a role that could change or remove entries. */
export const createRightsCheck = (db: Queryable): Component => ({
  name: 'rights',
  async ready() {
    const excess = await findExcess(db);
    if (excess !== undefined) throw new Error(excess);
  },
});
