import type { WorkspaceRole } from '@patchbay/access/role';
import { describe, expect, it } from 'vitest';
import { assignmentChanged, newWorkspace, renameWorkspace } from './workspace.ts';

const now = new Date('2026-01-01T00:00:00.000Z');
const later = new Date('2026-01-02T00:00:00.000Z');
const asked = { id: 'a-workspace', organizationId: 'an-organization', slug: 'spring', name: ' Spring ' };
const { workspace, events: created } = newWorkspace(asked, now);
const place = { id: 'a-workspace', slug: 'spring', name: 'Spring' };
const ada = { userId: 'a-user', email: 'ada@acme.example', name: 'Ada' };

describe('a workspace', () => {
  it('a workspace is created with a trimmed name and one event', () => {
    expect(workspace).toEqual({ ...asked, name: 'Spring', createdAt: now, updatedAt: now });
    expect(created).toEqual([
      {
        action: 'workspace.created',
        about: { organizationId: 'an-organization' },
        workspace: place,
        target: { type: 'workspace', id: 'a-workspace', name: 'Spring' },
        changes: [
          { field: 'slug', before: null, after: 'spring' },
          { field: 'name', before: null, after: 'Spring' },
        ],
      },
    ]);
  });

  it('the event of a rename has the old and the new name of the workspace', () => {
    const { workspace: renamed, events } = renameWorkspace(workspace, 'Summer', later);
    expect(renamed).toEqual({ ...workspace, name: 'Summer', updatedAt: later });
    expect(events).toMatchObject([
      {
        action: 'workspace.updated',
        workspace: { ...place, name: 'Summer' },
        changes: [{ field: 'name', before: 'Spring', after: 'Summer' }],
      },
    ]);
  });

  it('a rename of a workspace to the same name changes nothing', () => {
    expect(renameWorkspace(workspace, ' Spring', later)).toEqual({ workspace, events: [] });
  });
});

describe('assignmentChanged', () => {
  it.each<[WorkspaceRole | null, WorkspaceRole | null, string]>([
    [null, 'viewer', 'workspace_member.added'],
    ['viewer', 'admin', 'workspace_member.role_changed'],
    ['admin', 'member', 'workspace_member.role_changed'],
    ['member', null, 'workspace_member.removed'],
  ])('an assignment that changes from %s to %s is the event %s', (before, after, action) => {
    expect(assignmentChanged(workspace, ada, before, after)).toEqual([
      {
        action,
        about: { organizationId: 'an-organization' },
        workspace: place,
        target: { type: 'workspace_member', id: 'a-user', name: 'Ada' },
        changes: [{ field: 'role', before, after }],
        metadata: { email: 'ada@acme.example' },
      },
    ]);
  });

  it('an assignment that stays the same is no event', () => {
    expect(assignmentChanged(workspace, ada, 'viewer', 'viewer')).toEqual([]);
  });
});
