export * from './errors.ts';
export type { Input, Item, OperationId, Output, PagedId, Schemas } from './operation.ts';
export { type CallOptions, Patchbay, type PatchbayOptions } from './patchbay.ts';
export type { SendOptions } from './send.ts';
