/**
 * Every attribute of spans, and the labels of metrics that are named like them: names of OpenTelemetry's semantic conventions where
 * there is one. A test compares `docs/traces.md` with this table.
 */
export const attributeTable = {
  requestId: {
    name: 'patchbay.request_id',
    meaning: '`x-request-id` of the answer; in log lines and the audit trail too',
  },
  operation: { name: 'patchbay.operation', meaning: 'The id of the operation; `none` for an unknown path' },
  organizationId: {
    name: 'patchbay.organization_id',
    meaning: 'Of an API key, or of the organization in which the gateway resolved access',
  },
  callerType: {
    name: 'patchbay.caller_type',
    meaning: '`anonymous`, `session` or `api_key`, after the credential was verified',
  },
  callingService: {
    name: 'patchbay.calling_service',
    meaning: 'The service that called; of `patchbay_rpc_refused` alone',
  },
  failureCode: { name: 'patchbay.failure_code', meaning: 'The code of a call that failed or was refused' },
  eventId: { name: 'patchbay.event_id', meaning: 'The id of the event; that of the entry in the trail' },
  eventAction: { name: 'patchbay.event_action', meaning: 'The action of the event, `integration.created`' },
  target: {
    name: 'patchbay.target',
    meaning: 'Whom a request that leaves the platform is for: the provider, or `webhook`',
  },
  httpMethod: { name: 'http.request.method', meaning: 'The method' },
  httpRoute: {
    name: 'http.route',
    meaning: 'The route as it is declared, `/v1/organizations/{orgSlug}`: paths may hold tokens',
  },
  httpStatus: { name: 'http.response.status_code', meaning: 'The status of the answer' },
  serverAddress: { name: 'server.address', meaning: 'The host of a request that leaves the platform' },
  rpcSystem: { name: 'rpc.system', meaning: '`connect_rpc`' },
  rpcService: { name: 'rpc.service', meaning: '`patchbay.identity.v1.IdentityService`' },
  rpcMethod: { name: 'rpc.method', meaning: '`Authenticate`' },
  dbSystem: { name: 'db.system.name', meaning: '`postgresql`' },
  dbOperation: {
    name: 'db.operation.name',
    meaning: 'The first word of the statement; of the rest nothing is told, because it may hold values',
  },
  messagingDestination: { name: 'messaging.destination.name', meaning: 'The topic' },
  errorType: {
    name: 'error.type',
    meaning: 'Of a span that failed: name and code of the error. Its text is never told, it may hold secrets',
  },
} as const satisfies Record<string, { name: string; meaning: string }>;

export type AttributeKey = keyof typeof attributeTable;

/** Only the names. */
export const attributes = Object.fromEntries(
  Object.entries(attributeTable).map(([key, { name }]) => [key, name]),
) as { readonly [Key in AttributeKey]: (typeof attributeTable)[Key]['name'] };
