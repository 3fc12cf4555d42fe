import type { ApiKeyCaller, KeyLevel, Principal, UserCaller } from '@patchbay/access/caller';
import type { WorkspaceRole } from '@patchbay/access/role';
import { describe, expect, it } from 'vitest';
import { operations } from '../operations/index.ts';
import { createCan } from './can.ts';

const can = createCan(operations);
const open = { isClosed: false, requiresPasskey: false };
const closed = { isClosed: true, requiresPasskey: false };
const demanding = { isClosed: false, requiresPasskey: true };

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

/** In a workspace of which the caller has the role without being a member of the organization beyond it. */
const canIn = (workspace: WorkspaceRole, caller: Principal): string[] =>
  can.inWorkspace({ organization: 'guest', workspace }, caller);

const organizationPath = '/v1/organizations/{orgSlug}';
const workspacePath = `${organizationPath}/workspaces/{workspaceSlug}`;
const idsUnder = (path: string): string[] =>
  operations.filter((one) => one.path === path || one.path.startsWith(`${path}/`)).map(({ id }) => id);

describe('what a caller can do', () => {
  const inWorkspaces = new Set(idsUnder(workspacePath));

  it('an admin with a session can call every operation under the path of the workspace', () => {
    expect(can.inWorkspace({ organization: 'admin', workspace: 'admin' }, session)).toEqual([
      ...inWorkspaces,
    ]);
  });

  it('an admin of the workspace alone cannot delete it', () => {
    expect(can.inWorkspace({ organization: 'member', workspace: 'admin' }, session)).toEqual(
      [...inWorkspaces].filter((id) => id !== 'deleteWorkspace'),
    );
  });

  it('an admin with a session can call every operation under the path of an open organization that names no workspace, but its restoration', () => {
    expect(can.inOrganization('admin', session, open)).toEqual(
      idsUnder(organizationPath).filter((id) => !inWorkspaces.has(id) && id !== 'restoreOrganization'),
    );
  });

  it('in a closed organization an admin can restore it and save its trail, others can read it, and API keys can do nothing', () => {
    expect(can.inOrganization('admin', session, closed)).toEqual([
      'getOrganization',
      'restoreOrganization',
      'exportAuditLogs',
      'verifyAuditLogs',
    ]);
    expect(can.inOrganization('member', session, closed)).toEqual(['getOrganization']);
    expect(can.inOrganization('admin', keyOf('organization'), closed)).toEqual([]);
  });

  it('where an organization demands passkeys, a session of another method can only read it, closed or not', () => {
    expect(can.inOrganization('admin', session, demanding)).toEqual(['getOrganization']);
    expect(can.inOrganization('admin', session, { ...demanding, isClosed: true })).toEqual([
      'getOrganization',
    ]);
    const byPasskey: UserCaller = { ...session, method: 'passkey' };
    for (const caller of [byPasskey, keyOf('user'), keyOf('organization')])
      expect(can.inOrganization('admin', caller, demanding)).toEqual(
        can.inOrganization('admin', caller, open),
      );
  });

  it('a guest can see the organization and its workspaces, and manage own keys', () => {
    expect(can.inOrganization('guest', session, open)).toEqual([
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
    expect(canIn('viewer', session)).toEqual([
      'getWorkspace',
      'listWorkspaceMembers',
      'listWorkspaceActivity',
      'watchWorkspace',
      'unwatchWorkspace',
      'listIntegrations',
      'getIntegration',
      'listGrants',
      'listUses',
    ]);
  });

  it('whoever may remove only themselves does not have the operation that removes members', () => {
    expect(can.inOrganization('member', session, open)).not.toContain('removeOrganizationMember');
    expect(canIn('member', session)).not.toContain('removeWorkspaceMember');
    expect(canIn('admin', keyOf('user'))).toContain('removeWorkspaceMember');
  });

  it('a member can use the relay, also by a key, whose grants are not considered', () => {
    expect(canIn('member', session)).toContain('relayPost');
    expect(canIn('member', keyOf('workspace'))).toContain('relayPost');
  });

  it.each<[string, ApiKeyCaller]>([
    ['a user-level key', keyOf('user')],
    ['an organization-level key', keyOf('organization')],
    ['a workspace-level key', keyOf('workspace')],
  ])('%s has no operation that takes sessions only', (_, key) => {
    const bySession = new Set(
      operations.filter(({ credentials }) => credentials === 'session').map(({ id }) => id),
    );
    const all = [...can.inOrganization('admin', key, open), ...canIn('admin', key)];
    expect(all).toContain('getWorkspace');
    expect(all.filter((id) => bySession.has(id))).toEqual([]);
  });

  it('a key has only operations that accept its level', () => {
    expect(can.inOrganization('admin', keyOf('organization'), open)).toContain('listAuditLogs');
    expect(can.inOrganization('guest', keyOf('workspace'), open)).toEqual(['listWorkspaces']);
  });

  it('a role that this version does not know allows nothing', () => {
    expect(canIn('owner' as 'admin', session)).toEqual([]);
  });
});
