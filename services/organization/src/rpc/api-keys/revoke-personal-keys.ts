import type { DomainEvent } from '@patchbay/trail/domain-event';
import { revoke } from '../../domain/api-key.ts';
import { personalKeys, saveRevoked } from '../../store/api-keys.ts';
import type { LockedOrganization } from '../../store/organization-lock.ts';
import type { Tx } from '../../store/transaction.ts';

/** Revokes a person's user- and workspace-level keys, or only those of `workspaceId`. Expired keys keep their status. */
export async function revokePersonalKeys(
  tx: Tx,
  organization: LockedOrganization,
  userId: string,
  workspaceId: string | null,
  because: 'member_removed' | 'workspace_member_removed',
): Promise<DomainEvent[]> {
  const now = new Date();
  const keys = await personalKeys(tx, organization.id, userId, workspaceId, now);
  const revoked = keys.map((key) => revoke(key, now, because));
  await saveRevoked(
    tx,
    organization,
    revoked.map(({ key }) => key),
  );
  return revoked.flatMap(({ events }) => events);
}
