import type { Person } from '@patchbay/access/caller';
import type { WorkspaceRole } from '@patchbay/access/role';
import { conflict } from '@patchbay/errors/failure';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { nameOf, slugOf } from './name.ts';

export interface Workspace {
  readonly id: string;
  readonly organizationId: string;
  readonly slug: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A person's role in one workspace, in addition to the role inherited from the organization. */
export interface Assignment {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly userId: string;
  readonly role: WorkspaceRole;
  readonly createdAt: Date;
}

/** The fields of a workspace that events use. */
type EventWorkspace = Pick<Workspace, 'id' | 'organizationId' | 'slug' | 'name'>;

const eventScopeOf = ({ id, organizationId, slug, name }: EventWorkspace) => ({
  about: { organizationId },
  workspace: { id, slug, name },
});

export function newWorkspace(
  asked: Pick<Workspace, 'id' | 'organizationId' | 'slug' | 'name'>,
  now: Date,
): { workspace: Workspace; events: DomainEvent[] } {
  const workspace = {
    ...asked,
    slug: slugOf(asked.slug),
    name: nameOf(asked.name),
    createdAt: now,
    updatedAt: now,
  };
  return {
    workspace,
    events: [
      {
        action: 'workspace.created',
        ...eventScopeOf(workspace),
        target: { type: 'workspace', id: workspace.id, name: workspace.name },
        changes: [
          { field: 'slug', before: null, after: workspace.slug },
          { field: 'name', before: null, after: workspace.name },
        ],
      },
    ],
  };
}

/** No event where the name stays the same. */
export function renameWorkspace<W extends Workspace>(
  workspace: W,
  text: string,
  now: Date,
): { workspace: W; events: DomainEvent[] } {
  const name = nameOf(text);
  if (name === workspace.name) return { workspace, events: [] };
  const renamed = { ...workspace, name, updatedAt: now };
  return {
    workspace: renamed,
    events: [
      {
        action: 'workspace.updated',
        ...eventScopeOf(renamed),
        target: { type: 'workspace', id: workspace.id, name },
        changes: [{ field: 'name', before: workspace.name, after: name }],
      },
    ],
  };
}

/** How much of each kind is deleted with a workspace; null: not known. */
export interface DeletedWithWorkspace {
  readonly integrations: number | null;
  readonly grants: number | null;
  readonly connectLinks: number | null;
  /** Live ones. */
  readonly apiKeys: number;
  /** Pending ones. */
  readonly invitations: number;
  readonly assignments: number;
}

export const workspaceDeleted = (workspace: EventWorkspace, deleted: DeletedWithWorkspace): DomainEvent => ({
  action: 'workspace.deleted',
  ...eventScopeOf(workspace),
  target: { type: 'workspace', id: workspace.id, name: workspace.name },
  changes: [
    { field: 'slug', before: workspace.slug, after: null },
    { field: 'name', before: workspace.name, after: null },
  ],
  metadata: { ...deleted },
});

/** The event of an assignment that is added, changed or removed; null: no assignment. No event where the role stays. */
export function assignmentChanged(
  workspace: EventWorkspace,
  { userId, name, email }: Person,
  before: WorkspaceRole | null,
  after: WorkspaceRole | null,
): DomainEvent[] {
  if (before === after) return [];
  const action =
    before === null
      ? 'workspace_member.added'
      : after === null
        ? 'workspace_member.removed'
        : 'workspace_member.role_changed';
  return [
    {
      action,
      ...eventScopeOf(workspace),
      target: { type: 'workspace_member', id: userId, name },
      changes: [{ field: 'role', before, after }],
      metadata: { email },
    },
  ];
}

export const slugTaken = (slug: string) =>
  conflict(`The organization already has a workspace with the slug ${slug}. Choose another one.`);

export const alreadyAssigned = (name: string) =>
  conflict(`${name} is already assigned to the workspace. Change the role instead.`);
