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
  it('is created with a trimmed name, and says so', () => {
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

  it('is renamed with what it was called before', () => {
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

  it('renamed to its own name has not changed', () => {
    expect(renameWorkspace(workspace, ' Spring', later)).toEqual({ workspace, events: [] });
  });
});

describe('an assignment', () => {
  it.each<[WorkspaceRole | null, WorkspaceRole | null, string]>([
    [null, 'viewer', 'workspace_member.added'],
    ['viewer', 'admin', 'workspace_member.role_changed'],
    ['admin', 'member', 'workspace_member.role_changed'],
    ['member', null, 'workspace_member.removed'],
  ])('from %s to %s is %s', (before, after, action) => {
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

  it('that stays what it is says nothing', () => {
    expect(assignmentChanged(workspace, ada, 'viewer', 'viewer')).toEqual([]);
  });
});
