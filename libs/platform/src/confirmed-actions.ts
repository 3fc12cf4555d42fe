/** What people confirm by a fresh proof of identity, by operation: as it stands behind "to", on pages and in mails. */
export const confirmedActions = {
  deleteMe: 'delete your account',
  startPasskeyRegistration: 'create a passkey',
  createPasskey: 'create a passkey',
  deletePasskey: 'delete a passkey',
  updateOrganization: 'change who can join or open an organization',
  deleteOrganization: 'delete an organization',
  restoreOrganization: 'restore an organization',
  updateOrganizationMember: 'make somebody an admin of an organization',
  createOrganizationInvitation: 'invite an admin to an organization',
  resendOrganizationInvitation: 'invite an admin to an organization again',
  deleteWorkspace: 'delete a workspace',
  addWorkspaceMember: 'make somebody an admin of a workspace',
  updateWorkspaceMember: 'make somebody an admin of a workspace',
  createWorkspaceInvitation: 'invite an admin to a workspace',
  resendWorkspaceInvitation: 'invite an admin to a workspace again',
  createApiKey: 'create an API key',
  enableApiKey: 'enable an API key',
  rotateApiKey: 'rotate an API key',
  createGrant: 'let an API key make changes through an integration',
  createWebhook: 'create a webhook',
  updateWebhook: 'change where a webhook leads',
  rotateWebhookSecret: 'rotate the secret of a webhook',
  replayWebhook: 'replay a webhook',
  decideDeviceAuthorization: 'allow a device',
} as const;

export type ConfirmedAction = keyof typeof confirmedActions;

export const isConfirmedAction = (text: string | null | undefined): text is ConfirmedAction =>
  typeof text === 'string' && Object.hasOwn(confirmedActions, text);
