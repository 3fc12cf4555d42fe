import type { AccessIn } from '@patchbay/access/access';
import type { TurnOf } from '@patchbay/database/transaction';
import type { Integration } from '../domain/integration.ts';
import { type LockedIntegration, lockIntegration, turnOfIntegration } from '../store/integrations.ts';
import type { Tx } from '../store/transaction.ts';
import { idOf, noSuchIntegration } from './read.ts';
import { workspaceOf } from './workspace-of.ts';

/** The turn of a transaction that changes an integration of the caller's workspace. */
export const turnForMember = (access: AccessIn<'workspace'>, id: string): TurnOf =>
  turnOfIntegration({ id, workspace: workspaceOf(access) });

/**
 * Takes the row lock of an integration of the caller's workspace; throws `not_found` where there is none. The integration has the
 * names of the caller token, which are newer than the stored copy if anything is.
 */
export async function lockForMember(
  tx: Tx,
  access: AccessIn<'workspace'>,
  id: string,
): Promise<{ readonly locked: LockedIntegration; readonly integration: Integration }> {
  const workspace = workspaceOf(access);
  const locked = await lockIntegration(tx, idOf(id), workspace.id);
  if (locked === undefined) throw noSuchIntegration();
  return { locked, integration: { ...locked.integration, workspace } };
}
