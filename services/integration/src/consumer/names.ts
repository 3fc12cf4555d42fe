import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Transact } from '@patchbay/database/transaction';
import type { DecodedEvent } from '@patchbay/events/consumer';
import { type Poison, PoisonMessage } from '@patchbay/events/transport';
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

interface Names {
  readonly organizations: readonly NameVersion[];
  readonly workspaces: readonly NameVersion[];
}

/** The new names in `organization.updated` and `workspace.updated`. An event without a valid id, a name or a time is poison. */
function namesIn(events: readonly DecodedEvent[]): Names {
  const names = { 'organization.updated': [] as NameVersion[], 'workspace.updated': [] as NameVersion[] };
  const poisons: Poison[] = [];
  for (const { event, message } of events) {
    const { action, target, occurredAt } = event;
    if (action !== 'organization.updated' && action !== 'workspace.updated') continue;
    if (target === undefined || occurredAt === undefined || !isUuid(target.id) || target.name === '')
      poisons.push({ message, reason: 'a new name without an id, a name or a time' });
    else names[action].push({ id: target.id, name: target.name, asOf: timestampDate(occurredAt) });
  }
  if (poisons.length > 0) throw new PoisonMessage(...poisons);
  return {
    organizations: newestOf(names['organization.updated']),
    workspaces: newestOf(names['workspace.updated']),
  };
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
