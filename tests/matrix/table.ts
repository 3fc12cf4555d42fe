/**
 * The access matrix: the status that each kind of caller gets from each operation. The test fails if an operation has no
 * row. The requests (`requests.ts`) change nothing even if they are allowed: they write the present value (200), conflict
 * (409), are invalid (400) or name an unknown id (404). Exceptions: `createApiKey` creates keys, `issueConnectLink` replaces a
 * link, and `removeWorkspaceMember`, `deleteWorkspace`, `deleteIntegration` and `revokeConnectLink` remove what is restored before each request.
 */

/** The session columns; `world.ts` creates these people. */
export const sessions = [
  'admin',
  'member',
  'viewer',
  // A member of the organization who is admin in the workspace.
  'promoted',
  // Guests of the organization, assigned to the workspace; the last one to another workspace.
  'guest admin',
  'guest member',
  'guest viewer',
  'guest elsewhere',
  'outsider',
  'removed',
] as const;

export const keys = [
  'admin',
  'member',
  'viewer',
  'guest viewer',
  'organization admin',
  'organization member',
  'organization viewer',
  'workspace admin',
  'workspace member',
  'workspace viewer',
  // Admin keys: of another workspace, and of another organization.
  'elsewhere',
  'foreign',
] as const;

export type SessionColumn = (typeof sessions)[number];
export type KeyColumn = (typeof keys)[number];

export type Row =
  /** The operation takes no credential: the same status for everyone, also with a bad credential. */
  | { readonly everyone: number }
  /** The operation takes sessions only: every key gets 401. */
  | { readonly sessions: readonly number[] }
  | { readonly sessions: readonly number[]; readonly keys: readonly number[] };

/** Statuses separated by spaces; bars are ignored. */
const statuses = (text: string, { length }: readonly unknown[]): number[] => {
  const read = text.split(/[ |]+/).map(Number);
  if (read.length !== length || read.includes(Number.NaN)) throw new Error(`not ${length} statuses: ${text}`);
  return read;
};
const everyone = (status: number): Row => ({ everyone: status });
const anySession = (status: number): Row => ({ sessions: sessions.map(() => status) });
const session = (text: string): Row => ({ sessions: statuses(text, sessions) });
const both = (bySession: string, byKey: string): Row => ({
  sessions: statuses(bySession, sessions),
  keys: statuses(byKey, keys),
});

/** Of an integration that is not active (409), for which no key has a grant. */
const relayed = both(
  '409 409 403 409 | 409 409 403 404 | 404 404',
  '403 403 403 403 | 403 403 403 | 403 403 403 | 404 404',
);
/** Of one for which every key has a grant that may have one. */
const relayedWithGrant = both(
  '409 409 403 409 | 409 409 403 404 | 404 404',
  '409 409 403 403 | 409 409 403 | 409 409 403 | 404 404',
);

/** By operation id; a suffix after a colon distinguishes several requests of one operation. */
export const table: Readonly<Record<string, Row>> = {
  getHealth: everyone(200),
  getVersion: everyone(200),
  getOpenApi: everyone(200),

  signUp: everyone(400),
  requestSignInLink: everyone(400),
  previewSignInLink: everyone(400),
  verifySignInLink: everyone(400),
  startPasskeySignIn: everyone(200),
  verifyPasskeySignIn: everyone(401),
  startProviderSignIn: everyone(404),
  completeProviderSignIn: everyone(404),
  startDeviceAuthorization: everyone(200),
  pollDeviceAuthorization: everyone(400),
  getInvitation: everyone(404),
  endWatching: everyone(400),

  getDeviceAuthorization: anySession(404),
  decideDeviceAuthorization: anySession(404),
  getSession: anySession(200),
  confirmSession: anySession(403),
  listSessions: anySession(200),
  revokeSession: anySession(404),
  signOut: anySession(400),
  updateMe: anySession(400),
  deleteMe: anySession(400),
  listMyInvitations: anySession(200),
  acceptInvitation: anySession(404),
  declineInvitation: anySession(404),
  startPasskeyRegistration: anySession(200),
  createPasskey: anySession(400),
  listPasskeys: anySession(200),
  updatePasskey: anySession(404),
  deletePasskey: anySession(404),

  // Sessions: admin member viewer promoted | guests: admin member viewer elsewhere | outsider removed
  // Keys: user-level of admin member viewer guest | organization a m v | workspace a m v | elsewhere foreign
  getMe: both(
    '200 200 200 200 | 200 200 200 200 | 200 200',
    '200 200 200 200 | 401 401 401 | 401 401 401 | 401 401',
  ),
  listOrganizations: both(
    '200 200 200 200 | 200 200 200 200 | 200 200',
    '200 200 200 200 | 200 200 200 | 401 401 401 | 401 200',
  ),
  getOrganization: both(
    '200 200 200 200 | 200 200 200 200 | 404 404',
    '200 200 200 200 | 200 200 200 | 401 401 401 | 401 404',
  ),
  listOrganizationMembers: both(
    '200 200 200 200 | 403 403 403 403 | 404 404',
    '200 200 200 403 | 200 200 200 | 401 401 401 | 401 404',
  ),
  listOrganizationInvitations: both(
    '200 403 403 403 | 403 403 403 403 | 404 404',
    '200 403 403 403 | 200 403 403 | 401 401 401 | 401 404',
  ),
  createOrganizationInvitation: both(
    '409 403 403 403 | 403 403 403 403 | 404 404',
    '409 403 403 403 | 409 403 403 | 401 401 401 | 401 404',
  ),
  // Through a key nobody is invited as admin.
  'createOrganizationInvitation:as admin': both(
    '409 403 403 403 | 403 403 403 403 | 404 404',
    '403 403 403 403 | 403 403 403 | 401 401 401 | 401 404',
  ),
  resendOrganizationInvitation: both(
    '409 403 403 403 | 403 403 403 403 | 404 404',
    '409 403 403 403 | 409 403 403 | 401 401 401 | 401 404',
  ),
  cancelOrganizationInvitation: both(
    '409 403 403 403 | 403 403 403 403 | 404 404',
    '409 403 403 403 | 409 403 403 | 401 401 401 | 401 404',
  ),
  updateOrganization: session('200 403 403 403 | 403 403 403 403 | 404 404'),
  // None of these sessions was opened with a passkey.
  'updateOrganization:passkeys': session('403 403 403 403 | 403 403 403 403 | 404 404'),
  updateOrganizationMember: session('200 403 403 403 | 403 403 403 403 | 404 404'),
  removeOrganizationMember: session('409 403 403 403 | 403 403 403 403 | 404 404'),

  // Without the right confirmation.
  deleteOrganization: session('400 403 403 403 | 403 403 403 403 | 404 404'),
  // It is not closed.
  restoreOrganization: session('409 403 403 403 | 403 403 403 403 | 404 404'),

  listWorkspaces: both(
    '200 200 200 200 | 200 200 200 200 | 404 404',
    '200 200 200 200 | 200 200 200 | 200 200 200 | 200 404',
  ),
  getWorkspace: both(
    '200 200 200 200 | 200 200 200 404 | 404 404',
    '200 200 200 200 | 200 200 200 | 200 200 200 | 404 404',
  ),
  listWorkspaceMembers: both(
    '200 200 200 200 | 200 200 200 404 | 404 404',
    '200 200 200 200 | 200 200 200 | 200 200 200 | 404 404',
  ),
  listWorkspaceInvitations: both(
    '200 403 403 200 | 200 403 403 404 | 404 404',
    '200 403 403 403 | 200 403 403 | 200 403 403 | 404 404',
  ),
  createWorkspaceInvitation: both(
    '409 403 403 409 | 409 403 403 404 | 404 404',
    '409 403 403 403 | 409 403 403 | 409 403 403 | 404 404',
  ),
  'createWorkspaceInvitation:as admin': both(
    '409 403 403 409 | 409 403 403 404 | 404 404',
    '403 403 403 403 | 403 403 403 | 403 403 403 | 404 404',
  ),
  resendWorkspaceInvitation: both(
    '409 403 403 409 | 409 403 403 404 | 404 404',
    '409 403 403 403 | 409 403 403 | 409 403 403 | 404 404',
  ),
  cancelWorkspaceInvitation: both(
    '409 403 403 409 | 409 403 403 404 | 404 404',
    '409 403 403 403 | 409 403 403 | 409 403 403 | 404 404',
  ),
  removeWorkspaceMember: both(
    '204 403 403 204 | 204 403 403 404 | 404 404',
    '204 403 403 403 | 204 403 403 | 204 403 403 | 404 404',
  ),
  // A key may not remove its own creator: here the admin, who created most of the keys and has no assignment (404).
  'removeWorkspaceMember:the creator of the keys': both(
    '404 403 403 404 | 404 403 403 404 | 404 404',
    '403 403 403 403 | 403 403 403 | 403 403 403 | 404 404',
  ),
  listWorkspaceActivity: both(
    '200 200 200 200 | 200 200 200 404 | 404 404',
    '200 200 200 200 | 200 200 200 | 200 200 200 | 404 404',
  ),
  createWorkspace: session('409 403 403 403 | 403 403 403 403 | 404 404'),
  updateWorkspace: session('200 403 403 200 | 200 403 403 404 | 404 404'),
  // Of one that no guest is assigned to.
  deleteWorkspace: session('204 403 403 403 | 404 404 404 404 | 404 404'),
  addWorkspaceMember: session('409 403 403 409 | 409 403 403 404 | 404 404'),
  updateWorkspaceMember: session('200 403 403 200 | 200 403 403 404 | 404 404'),
  watchWorkspace: session('204 204 204 204 | 204 204 204 404 | 404 404'),
  unwatchWorkspace: session('204 204 204 204 | 204 204 204 404 | 404 404'),

  listApiKeys: session('200 200 200 200 | 200 200 200 200 | 404 404'),
  'createApiKey:user': session('201 201 201 201 | 201 201 201 201 | 404 404'),
  'createApiKey:organization': session('201 403 403 403 | 403 403 403 403 | 404 404'),
  // A workspace that the caller cannot see is a 400 on `workspaceSlug`.
  'createApiKey:workspace': session('201 403 403 201 | 201 403 403 400 | 404 404'),
  'createApiKey:workspace, as an admin': session('201 403 403 201 | 201 403 403 400 | 404 404'),
  // A key that the caller cannot list is a 404.
  'getApiKey:user, of the member': session('404 200 404 404 | 404 404 404 404 | 404 404'),
  'getApiKey:organization': session('200 404 404 404 | 404 404 404 404 | 404 404'),
  'getApiKey:workspace': session('200 404 404 200 | 200 404 404 404 | 404 404'),
  updateApiKey: session('200 404 404 200 | 200 404 404 404 | 404 404'),
  disableApiKey: session('409 404 404 409 | 409 404 404 404 | 404 404'),
  enableApiKey: session('409 404 404 409 | 409 404 404 404 | 404 404'),
  // The creator, a member now, still manages the key, but may no longer create such a key.
  'enableApiKey:of a creator who was demoted': session('409 403 404 404 | 404 404 404 404 | 404 404'),
  revokeApiKey: session('200 404 404 200 | 200 404 404 404 | 404 404'),
  rotateApiKey: session('409 404 404 409 | 409 404 404 404 | 404 404'),
  'rotateApiKey:of a creator who was demoted': session('409 403 404 404 | 404 404 404 404 | 404 404'),

  listProviders: both(
    '200 200 200 200 | 200 200 200 200 | 200 200',
    '200 200 200 200 | 200 200 200 | 200 200 200 | 200 200',
  ),
  getProvider: both(
    '200 200 200 200 | 200 200 200 200 | 200 200',
    '200 200 200 200 | 200 200 200 | 200 200 200 | 200 200',
  ),

  listOrganizationIntegrations: both(
    '200 200 200 200 | 200 200 200 200 | 404 404',
    '200 200 200 200 | 200 200 200 | 401 401 401 | 401 404',
  ),
  listIntegrations: both(
    '200 200 200 200 | 200 200 200 404 | 404 404',
    '200 200 200 200 | 200 200 200 | 200 200 200 | 404 404',
  ),
  createIntegration: session('400 400 403 400 | 400 400 403 404 | 404 404'),
  getIntegration: both(
    '200 200 200 200 | 200 200 200 404 | 404 404',
    '200 200 200 200 | 200 200 200 | 200 200 200 | 404 404',
  ),
  updateIntegration: session('200 200 403 200 | 200 200 403 404 | 404 404'),
  deleteIntegration: session('204 403 403 204 | 204 403 403 404 | 404 404'),
  connectIntegration: both(
    '400 400 403 400 | 400 400 403 404 | 404 404',
    '400 400 403 403 | 400 400 403 | 400 400 403 | 404 404',
  ),
  issueConnectLink: session('201 201 403 201 | 201 201 403 404 | 404 404'),
  revokeConnectLink: session('204 204 403 204 | 204 204 403 404 | 404 404'),
  disableIntegration: session('200 200 403 200 | 200 200 403 404 | 404 404'),
  enableIntegration: session('200 200 403 200 | 200 200 403 404 | 404 404'),
  verifyIntegration: both(
    '409 409 403 409 | 409 409 403 404 | 404 404',
    '409 409 403 403 | 409 409 403 | 409 409 403 | 404 404',
  ),

  listIntegrationAccounts: both(
    '409 409 403 409 | 409 409 403 404 | 404 404',
    '409 409 403 403 | 409 409 403 | 409 409 403 | 404 404',
  ),
  listGrants: both(
    '200 200 200 200 | 200 200 200 404 | 404 404',
    '200 200 200 200 | 200 200 200 | 200 200 200 | 404 404',
  ),
  createGrant: session('400 403 403 400 | 400 403 403 404 | 404 404'),
  revokeGrant: session('404 403 403 404 | 404 403 403 404 | 404 404'),
  listUses: both(
    '200 200 200 200 | 200 200 200 404 | 404 404',
    '200 200 200 200 | 200 200 200 | 200 200 200 | 404 404',
  ),
  listRelayedRequests: both(
    '200 200 403 200 | 200 200 403 404 | 404 404',
    '200 200 403 403 | 200 200 403 | 200 200 403 | 404 404',
  ),
  relayGet: relayed,
  'relayGet:with a grant': relayedWithGrant,
  relayPost: relayed,
  'relayPost:with a grant': relayedWithGrant,
  relayPut: relayed,
  'relayPut:with a grant': relayedWithGrant,
  relayPatch: relayed,
  'relayPatch:with a grant': relayedWithGrant,
  relayDelete: relayed,
  'relayDelete:with a grant': relayedWithGrant,

  getConnectPage: everyone(200),
  startConnectOauth: everyone(400),
  submitConnectCredentials: everyone(400),
  completeConnectOauth: everyone(302),
  listConnectAccounts: everyone(404),
  setConnectAccounts: everyone(404),

  listWebhooks: both(
    '200 403 403 403 | 403 403 403 403 | 404 404',
    '200 403 403 403 | 200 403 403 | 401 401 401 | 401 404',
  ),
  getWebhook: both(
    '200 403 403 403 | 403 403 403 403 | 404 404',
    '200 403 403 403 | 200 403 403 | 401 401 401 | 401 404',
  ),
  createWebhook: session('400 403 403 403 | 403 403 403 403 | 404 404'),
  updateWebhook: session('200 403 403 403 | 403 403 403 403 | 404 404'),
  'updateWebhook:address': session('400 403 403 403 | 403 403 403 403 | 404 404'),
  deleteWebhook: session('404 403 403 403 | 403 403 403 403 | 404 404'),
  rotateWebhookSecret: session('404 403 403 403 | 403 403 403 403 | 404 404'),
  testWebhook: session('404 403 403 403 | 403 403 403 403 | 404 404'),
  listDeliveries: both(
    '200 403 403 403 | 403 403 403 403 | 404 404',
    '200 403 403 403 | 200 403 403 | 401 401 401 | 401 404',
  ),
  redeliver: both(
    '404 403 403 403 | 403 403 403 403 | 404 404',
    '404 403 403 403 | 404 403 403 | 401 401 401 | 401 404',
  ),
  replayWebhook: session('404 403 403 403 | 403 403 403 403 | 404 404'),

  listAuditLogs: both(
    '200 403 403 403 | 403 403 403 403 | 404 404',
    '200 403 403 403 | 200 403 403 | 401 401 401 | 401 404',
  ),
  exportAuditLogs: both(
    '200 403 403 403 | 403 403 403 403 | 404 404',
    '200 403 403 403 | 200 403 403 | 401 401 401 | 401 404',
  ),
  verifyAuditLogs: both(
    '200 403 403 403 | 403 403 403 403 | 404 404',
    '200 403 403 403 | 200 403 403 | 401 401 401 | 401 404',
  ),
};
