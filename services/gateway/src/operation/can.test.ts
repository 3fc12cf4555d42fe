import type { ApiKeyCaller, KeyLevel, UserCaller } from '@patchbay/access/caller';
import { describe, expect, it } from 'vitest';
import { operations } from '../operations/index.ts';
import { createCan } from './can.ts';

const can = createCan(operations);

const person = { userId: 'u', email: 'ada@acme.example', name: 'Ada' };
const session: UserCaller = { type: 'user', sessionId: 's', ...person };
const keyOf = (level: KeyLevel): ApiKeyCaller => ({
  type: 'api_key',
  keyId: 'k',
  lineId: 'k',
  prefix: 'pby_',
  level,
  role: level === 'user' ? null : 'admin',
  organizationId: 'o',
  workspaceId: level === 'workspace' ? 'w' : null,
  creator: person,
});

const organizationPath = '/v1/organizations/{orgSlug}';
const workspacePath = `${organizationPath}/workspaces/{workspaceSlug}`;
const idsUnder = (path: string): string[] =>
  operations.filter((one) => one.path === path || one.path.startsWith(`${path}/`)).map(({ id }) => id);

describe('what a caller can do', () => {
  it('an admin with a session can call every operation under the path of the workspace but its deletion, which is for admins of the organization', () => {
    expect(can('workspace', 'admin', session)).toEqual(
      idsUnder(workspacePath).filter((id) => id !== 'deleteWorkspace'),
    );
  });

  it('an admin with a session can call every operation under the path of the organization that names no workspace, and delete workspaces', () => {
    const inWorkspaces = new Set(idsUnder(workspacePath));
    inWorkspaces.delete('deleteWorkspace');
    expect(can('organization', 'admin', session)).toEqual(
      idsUnder(organizationPath).filter((id) => !inWorkspaces.has(id)),
    );
  });

  it('a guest can see the organization and its workspaces, and manage own keys', () => {
    expect(can('organization', 'guest', session)).toEqual([
      'getOrganization',
      'listWorkspaces',
      'listApiKeys',
      'createApiKey',
      'getApiKey',
      'updateApiKey',
      'disableApiKey',
      'enableApiKey',
      'revokeApiKey',
      'rotateApiKey',
      'listOrganizationIntegrations',
    ]);
  });

  it('a viewer can read a workspace and watch it', () => {
    expect(can('workspace', 'viewer', session)).toEqual([
      'getWorkspace',
      'listWorkspaceMembers',
      'watchWorkspace',
      'unwatchWorkspace',
      'listIntegrations',
      'getIntegration',
      'listGrants',
      'listUses',
    ]);
  });

  it('whoever may remove only themselves does not have the operation that removes members', () => {
    expect(can('organization', 'member', session)).not.toContain('removeOrganizationMember');
    expect(can('workspace', 'member', session)).not.toContain('removeWorkspaceMember');
    expect(can('workspace', 'admin', keyOf('user'))).toContain('removeWorkspaceMember');
  });

  it('a member can use the relay, also by a key, whose grants are not considered', () => {
    expect(can('workspace', 'member', session)).toContain('relayPost');
    expect(can('workspace', 'member', keyOf('workspace'))).toContain('relayPost');
  });

  it.each<[string, ApiKeyCaller]>([
    ['a user-level key', keyOf('user')],
    ['an organization-level key', keyOf('organization')],
    ['a workspace-level key', keyOf('workspace')],
  ])('%s has no operation that takes sessions only', (_, key) => {
    const bySession = new Set(
      operations.filter(({ credentials }) => credentials === 'session').map(({ id }) => id),
    );
    const all = [...can('organization', 'admin', key), ...can('workspace', 'admin', key)];
    expect(all).toContain('getWorkspace');
    expect(all.filter((id) => bySession.has(id))).toEqual([]);
  });

  it('a key has only operations that accept its level', () => {
    expect(can('organization', 'admin', keyOf('organization'))).toContain('listAuditLogs');
    expect(can('organization', 'guest', keyOf('workspace'))).toEqual(['listWorkspaces']);
  });

  it('a role that this version does not know allows nothing', () => {
    expect(can('workspace', 'owner' as 'admin', session)).toEqual([]);
  });
});
