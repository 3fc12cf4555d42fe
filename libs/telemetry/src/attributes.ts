/** Names of span attributes and log fields, in one place so that dashboards can rely on them. */
export const attributes = {
  requestId: 'patchbay.request_id',
  operation: 'patchbay.operation',
  organizationId: 'patchbay.organization_id',
  callerType: 'patchbay.caller_type',
  callingService: 'patchbay.calling_service',
  failureCode: 'patchbay.failure_code',
  eventId: 'patchbay.event_id',
  eventAction: 'patchbay.event_action',
  /** Whom a request that leaves the platform is for. */
  target: 'patchbay.target',
  /** Of OpenTelemetry's semantic conventions. */
  httpMethod: 'http.request.method',
  httpRoute: 'http.route',
  httpStatus: 'http.response.status_code',
  serverAddress: 'server.address',
  rpcSystem: 'rpc.system',
  rpcService: 'rpc.service',
  rpcMethod: 'rpc.method',
  dbSystem: 'db.system.name',
  dbOperation: 'db.operation.name',
  messagingSystem: 'messaging.system',
  messagingDestination: 'messaging.destination.name',
  errorType: 'error.type',
} as const;
