/**
 * Fields whose values can match the document and be refused with a 400 all the same, by operation, with the reason. `*`: every
 * field of the body.
 */
const reasons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  requestSignInLink: { callbackURL: 'must be on a trusted origin' },
  startProviderSignIn: { callbackURL: 'must be on a trusted origin' },
  createApiKey: { workspaceSlug: 'must be a workspace that the caller can see' },
  addWorkspaceMember: { userId: 'must be somebody of the organization' },
  listIntegrations: { provider: 'must be known' },
  createIntegration: { provider: 'must be known', settings: 'the provider decides which there are' },
  updateIntegration: { settings: 'the provider decides which there are' },
  connectIntegration: { '*': 'the provider decides which there are' },
  startConnectOauth: { '*': 'the provider decides which there are' },
  submitConnectCredentials: { '*': 'the provider decides which there are' },
  listAuditLogs: { cursor: 'must be one that the API gave out', from: 'must not be after `to`' },
  exportAuditLogs: { from: 'must not be after `to`' },
  verifyAuditLogs: { afterSequence: 'must not be after the end of the trail' },
};

/** Operations that answer outcomes with a 400 that names no field, as RFC 8628 asks for. */
const withoutFields = new Set(['pollDeviceAuthorization']);

/** The operations that may refuse a valid request with a 400. */
export const operationsThatRefuseValid: readonly string[] = [...Object.keys(reasons), ...withoutFields];

interface Refused {
  readonly errors?: readonly { readonly path: string }[];
}

/** Whether a valid request may get this 400. */
export function refusesValid(operationId: string, { errors = [] }: Refused): boolean {
  if (withoutFields.has(operationId) && errors.length === 0) return true;
  const fields = reasons[operationId] ?? {};
  return (
    errors.length > 0 &&
    errors.every(({ path }) => Object.hasOwn(fields, '*') || Object.hasOwn(fields, path.split('.')[0] ?? ''))
  );
}
