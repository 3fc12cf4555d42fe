/** Operations that refuse values which match their schema with a 400, and why. */
const reasons: Readonly<Record<string, string>> = {
  requestSignInLink: '`callbackURL` must be on a trusted origin',
  startProviderSignIn: '`callbackURL` must be on a trusted origin',
  pollDeviceAuthorization: 'every outcome but the session is a 400, as RFC 8628 has it',
  createApiKey: '`workspaceSlug` must name a workspace that the caller can see',
  createIntegration: '`provider` and `settings` must be those of a provider',
  updateIntegration: '`settings` must be those of the provider, and at least one field is changed',
  connectIntegration: 'fields must be those of the provider',
  startConnectOauth: 'fields must be those of the provider',
  submitConnectCredentials: 'fields must be those of the provider',
  listAuditLogs: '`cursor` must be one that the API gave out, and `from` before `to`',
  exportAuditLogs: '`from` must be before `to`',
};

export const refusesValid = (operationId: string): boolean => Object.hasOwn(reasons, operationId);
