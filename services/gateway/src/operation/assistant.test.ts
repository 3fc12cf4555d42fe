import { describe, expect, it } from 'vitest';
import { operations } from '../operations/index.ts';

const offered = operations.filter(({ assistant }) => !('never' in assistant));

/** What each operation is to an assistant: `reads`, why it is never a tool, or what it changes. */
const said = Object.fromEntries(
  operations.map(({ id, assistant }) => {
    if ('never' in assistant) return [id, `never: it ${assistant.never}`];
    if ('reads' in assistant) return [id, 'reads'];
    const { destructive, idempotent, fields = [] } = assistant.changes;
    const hints = [destructive ? 'destructive' : 'adds', idempotent ? 'idempotent' : 'again'];
    return [id, [...hints, ...fields].join(' ')];
  }),
);

/** The operations of which this is said. */
const idsOf = (what: string): string[] =>
  operations.flatMap(({ id }) => (said[id]?.startsWith(what) ? [id] : []));

describe('what an assistant gets', () => {
  it('every operation of the API says what an assistant gets of it', () => {
    const groups = {
      reads: idsOf('reads'),
      adds: idsOf('adds').map((id) => `${id}: ${said[id]}`),
      destructive: idsOf('destructive').map((id) => `${id}: ${said[id]}`),
      access: idsOf('never: it gives access'),
      credentials: idsOf('never: it shows or takes a credential'),
      everything: idsOf('never: it takes everything away'),
      others: idsOf('never: it is for programs and browsers'),
    };
    expect(groups).toEqual({
      reads: [
        'getMe',
        'listMyInvitations',
        'listPasskeys',
        'listOrganizations',
        'getOrganization',
        'listOrganizationMembers',
        'listOrganizationInvitations',
        'listWorkspaces',
        'getWorkspace',
        'listWorkspaceMembers',
        'listWorkspaceActivity',
        'listWorkspaceInvitations',
        'listApiKeys',
        'getApiKey',
        'listProviders',
        'getProvider',
        'listOrganizationIntegrations',
        'listIntegrations',
        'getIntegration',
        'listIntegrationAccounts',
        'listGrants',
        'listUses',
        'listRelayedRequests',
        'listWebhooks',
        'getWebhook',
        'listDeliveries',
        'listAuditLogs',
        'verifyAuditLogs',
        'getHealth',
        'getVersion',
      ],
      adds: [
        'createWorkspace: adds again name slug',
        'createIntegration: adds again provider name settings',
        'testWebhook: adds again',
      ],
      destructive: [
        'updateMe: destructive idempotent name',
        'declineInvitation: destructive idempotent',
        'updateOrganization: destructive idempotent name',
        'removeOrganizationMember: destructive idempotent',
        'cancelOrganizationInvitation: destructive idempotent',
        'updateWorkspace: destructive idempotent name',
        'removeWorkspaceMember: destructive idempotent',
        'unwatchWorkspace: destructive idempotent',
        'cancelWorkspaceInvitation: destructive idempotent',
        'updateApiKey: destructive idempotent name',
        'disableApiKey: destructive idempotent',
        'revokeApiKey: destructive idempotent',
        'updateIntegration: destructive idempotent name settings',
        'deleteIntegration: destructive idempotent',
        'revokeConnectLink: destructive idempotent',
        'disableIntegration: destructive idempotent',
        'verifyIntegration: destructive again',
        'revokeGrant: destructive idempotent',
        'deleteWebhook: destructive idempotent',
      ],
      access: [
        'acceptInvitation',
        'decideDeviceAuthorization',
        'restoreOrganization',
        'updateOrganizationMember',
        'createOrganizationInvitation',
        'resendOrganizationInvitation',
        'addWorkspaceMember',
        'updateWorkspaceMember',
        'watchWorkspace',
        'createWorkspaceInvitation',
        'resendWorkspaceInvitation',
        'enableApiKey',
        'issueConnectLink',
        'enableIntegration',
        'createGrant',
        'updateWebhook',
        'redeliver',
        'replayWebhook',
      ],
      credentials: [
        'signUp',
        'getInvitation',
        'startPasskeyRegistration',
        'createPasskey',
        'updatePasskey',
        'deletePasskey',
        'requestSignInLink',
        'previewSignInLink',
        'verifySignInLink',
        'startPasskeySignIn',
        'verifyPasskeySignIn',
        'startProviderSignIn',
        'completeProviderSignIn',
        'startDeviceAuthorization',
        'pollDeviceAuthorization',
        'getDeviceAuthorization',
        'getSession',
        'confirmSession',
        'listSessions',
        'revokeSession',
        'signOut',
        'endWatching',
        'createApiKey',
        'rotateApiKey',
        'connectIntegration',
        'getConnectPage',
        'startConnectOauth',
        'completeConnectOauth',
        'submitConnectCredentials',
        'listConnectAccounts',
        'setConnectAccounts',
        'createWebhook',
        'rotateWebhookSecret',
      ],
      everything: ['deleteMe', 'deleteOrganization', 'deleteWorkspace'],
      others: [
        'relayGet',
        'relayPost',
        'relayPut',
        'relayPatch',
        'relayDelete',
        'exportAuditLogs',
        'getOpenApi',
      ],
    });
    expect(Object.values(groups).flat()).toHaveLength(operations.length);
  });

  it('only requests with GET read', () => {
    const reading = offered.filter(({ assistant }) => 'reads' in assistant);
    expect(reading.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(offered.filter(({ method }) => method === 'GET')).toEqual(reading);
  });

  it('no tool leaves an entry in the trail that says that somebody got access', () => {
    const gives =
      /^(invitation\.(created|resent|accepted)|member\.(added|role_changed)|workspace_member\.(added|role_changed)|api_key\.(created|enabled|rotated)|grant\.created|passkey\.created|organization\.restored|integration\.(enabled|connected|connect_link_issued)|webhook\.(created|updated|secret_rotated))$/;
    const given = operations.filter(
      ({ audit }) => !('none' in audit) && audit.some((one) => gives.test(one)),
    );
    expect(given.length).toBeGreaterThan(15);
    expect(given.filter((operation) => offered.includes(operation))).toEqual([]);
  });

  it('no tool needs a fresh session for the fields that it takes', () => {
    expect(offered.filter(({ fresh }) => fresh !== undefined).map(({ id }) => id)).toEqual([
      'updateOrganization',
    ]);
    expect(said['updateOrganization']).toBe('destructive idempotent name');
  });
});
