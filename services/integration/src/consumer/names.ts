import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Transact } from '@patchbay/database/transaction';
import { type DecodedEvent, readEvents } from '@patchbay/events/consumer';
import { validate as isUuid } from 'uuid';
import type { Tx } from '../store/transaction.ts';
import { type NameVersion, saveOrganizationNames, saveWorkspaceNames } from '../store/workspaces.ts';

/** The newest version of each id; the last one of several with the same time. */
export function newestOf(versions: readonly NameVersion[]): NameVersion[] {
  const newest = new Map<string, NameVersion>();
  for (const version of versions) {
    const known = newest.get(version.id);
    if (known === undefined || known.asOf <= version.asOf) newest.set(version.id, version);
  }
  return [...newest.values()];
}

/** The new names in `organization.updated` and `workspace.updated`. An event without a valid id, a name or a time is poison. */
function namesIn(events: readonly DecodedEvent[]) {
  const found = readEvents(events, ({ event: { action, target, occurredAt } }) => {
    if (action !== 'organization.updated' && action !== 'workspace.updated') return undefined;
    if (target === undefined || occurredAt === undefined || !isUuid(target.id) || target.name === '')
      return 'a new name without an id, a name or a time';
    return { value: { action, id: target.id, name: target.name, asOf: timestampDate(occurredAt) } };
  });
  const of = (wanted: string) => newestOf(found.filter(({ action }) => action === wanted));
  return { organizations: of('organization.updated'), workspaces: of('workspace.updated') };
}

/** Copies new names. A repeated or late event never replaces a newer name. */
export async function copyNames(transact: Transact<Tx>, events: readonly DecodedEvent[]): Promise<void> {
  const { organizations, workspaces } = namesIn(events);
  if (organizations.length + workspaces.length === 0) return;
  // In a transaction, because the statements may wait for row locks, which statements on the pool must not.
  await transact('update names', async (tx) => {
    await saveOrganizationNames(tx, organizations);
    await saveWorkspaceNames(tx, workspaces);
  });
}
