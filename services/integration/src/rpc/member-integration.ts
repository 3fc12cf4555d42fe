import type { AccessIn } from '@patchbay/access/access';
import type { Queryable } from '@patchbay/database/query';
import type { TurnOf } from '@patchbay/database/transaction';
import { notFound } from '@patchbay/errors/failure';
import { validate as isUuid } from 'uuid';
import type { Integration, Workspace } from '../domain/integration.ts';
import {
  findIntegration,
  type LockedIntegration,
  lockIntegration,
  type StoredIntegration,
  turnOfIntegration,
} from '../store/integrations.ts';
import type { Tx } from '../store/transaction.ts';

/** The workspace of the caller token, with its current names. */
export const workspaceOf = ({ organization, workspace }: AccessIn<'workspace'>): Workspace => ({
  id: workspace.id,
  organizationId: organization.id,
  slug: workspace.slug,
  name: workspace.name,
  organizationName: organization.name,
});

/** An id in lower case. A malformed id is `not_found`, like an unknown one. */
export function idOf(text: string): string {
  if (!isUuid(text)) throw notFound('a malformed id');
  return text.toLowerCase();
}

export const noSuchIntegration = () => notFound('no such integration in this workspace');

/**
 * Finds an integration of the caller's workspace; throws `not_found` if there is none. Its names come from the caller token,
 * which is at least as new as the stored copy.
 */
export async function findForMember(
  db: Queryable,
  access: AccessIn<'workspace'>,
  id: string,
): Promise<StoredIntegration> {
  const workspace = workspaceOf(access);
  const found = await findIntegration(db, { workspaceId: workspace.id, id: idOf(id) });
  if (found === undefined) throw noSuchIntegration();
  return { ...found, integration: { ...found.integration, workspace } };
}

/** The turn of a transaction that changes an integration of the caller's workspace. */
export const turnForMember = (access: AccessIn<'workspace'>, id: string): TurnOf =>
  turnOfIntegration({ id, workspace: workspaceOf(access) });

/**
 * Takes the row lock of an integration of the caller's workspace; throws `not_found` if there is none. Its names come from the
 * caller token, which is at least as new as the stored copy.
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
