/** The columns of lists, the most important ones first: a narrow terminal leaves out the last ones. */
export const knownLists: Readonly<Record<string, readonly string[]>> = {
  organizations: ['slug', 'name', 'role', 'domain', 'createdAt'],
  workspaces: ['slug', 'name', 'role', 'createdAt'],
  members: ['email', 'role', 'name', 'inherited', 'createdAt', 'userId'],
  invitations: ['email', 'role', 'status', 'expiresAt', 'organization', 'workspace', 'inviterEmail', 'id'],
  apiKeys: ['name', 'status', 'level', 'role', 'workspaceSlug', 'expiresAt', 'lastRequest', 'prefix', 'id'],
  providers: ['provider', 'name', 'category', 'authMethod', 'configured'],
  integrations: [
    'name',
    'status',
    'provider',
    'workspace',
    'connectedAccount',
    'accounts',
    'access',
    'lastUsedAt',
    'id',
  ],
  accounts: ['id', 'name', 'type', 'status', 'currency', 'timeZone'],
  grants: ['apiKey', 'access', 'status', 'accounts', 'expiresAt', 'lastUsedAt', 'id'],
  uses: ['hour', 'caller', 'api', 'reads', 'changes', 'refused', 'failed', 'bytesReceived', 'bytesSent'],
  webhooks: ['url', 'status', 'description', 'actions', 'workspace', 'pending', 'lastDeliveredAt', 'id'],
  deliveries: ['sequence', 'action', 'status', 'attempts', 'responseStatus', 'reason', 'lastAttemptAt', 'id'],
  auditLogs: ['occurredAt', 'action', 'actor', 'target', 'workspace', 'ipAddress'],
  sessions: ['lastSeenAt', 'current', 'ipAddress', 'userAgent', 'expiresAt', 'id'],
};

const usual = ['name', 'slug', 'email', 'role', 'status', 'provider'];

/** The columns of a list. Default for other lists: common fields, times, and the id. */
export function columnsOfList(items: string, fields: readonly string[]): readonly string[] {
  const found = knownLists[items]?.filter((field) => fields.includes(field)) ?? [
    ...usual.filter((field) => fields.includes(field)),
    ...fields.filter((field) => field.endsWith('At')),
    ...fields.filter((field) => field === 'id'),
  ];
  return found.length > 0 ? found : fields;
}
