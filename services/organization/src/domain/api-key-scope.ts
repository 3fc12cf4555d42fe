import type { WorkspaceRole } from '@patchbay/access/role';
import { type FieldProblem, invalid } from '@patchbay/errors/failure';

/** The level of a key, with its role and its workspace where the level has them. */
export type Scope =
  | { readonly level: 'user'; readonly role: null }
  | { readonly level: 'organization'; readonly role: WorkspaceRole }
  | { readonly level: 'workspace'; readonly role: WorkspaceRole; readonly workspaceSlug: string };

/** Validates the requested scope. `undefined` and an empty slug: not given. */
export function scopeOf({
  level,
  role,
  workspaceSlug,
}: {
  readonly level: Scope['level'] | undefined;
  readonly role: WorkspaceRole | undefined;
  readonly workspaceSlug: string;
}): Scope {
  const problems: FieldProblem[] = [];
  const refuse = (path: string, message: string): void => {
    problems.push({ path, message });
  };
  if (level === undefined) refuse('level', 'must be user, organization or workspace');
  if (level === 'user' && role !== undefined) {
    refuse('role', 'must be left out: a user-level key has the role of its creator');
  }
  if ((level === 'organization' || level === 'workspace') && role === undefined) {
    refuse('role', 'must be admin, member or viewer');
  }
  if (level === 'workspace' && workspaceSlug === '') refuse('workspaceSlug', 'is required at this level');
  if ((level === 'user' || level === 'organization') && workspaceSlug !== '') {
    refuse('workspaceSlug', 'must be left out: only workspace-level keys have one');
  }
  if (problems.length > 0) throw invalid(...problems);
  if (level === 'workspace' && role !== undefined) return { level, role, workspaceSlug };
  if (level === 'organization' && role !== undefined) return { level, role };
  return { level: 'user', role: null };
}

export const unknownWorkspace = () =>
  invalid({ path: 'workspaceSlug', message: 'must be a workspace that you can see' });
