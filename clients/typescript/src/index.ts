export * from './errors.ts';
export type { AuditExport } from './export.ts';
export {
  accountNames,
  endingSoonMs,
  type HealthTone,
  healthOf,
  healthTones,
  healthWords,
  type IntegrationHealth,
  integrationHealths,
} from './integration-health.ts';
export type { Input, Item, OperationId, Output, PagedId, Schemas } from './operation.ts';
export { type CallOptions, Patchbay, type PatchbayOptions } from './patchbay.ts';
export type { IntegrationRelay, RelayedIntegration } from './relay.ts';
export type { SendOptions } from './send.ts';
export { ChainBroken, type VerifiedExport, type VerifyOptions, verifyExport } from './verify-export.ts';
