import { AsyncLocalStorage } from 'node:async_hooks';

const organizations = new AsyncLocalStorage<string>();

/**
 * Requests to providers inside `work` are for this organization: connections that fail for one organization alone suspend a host for no
 * other (`libs/outgoing`). Connectors do not know whose connection they are given.
 */
export const forOrganization = <T>(organizationId: string, work: () => T): T =>
  organizations.run(organizationId, work);

/** Undefined: none of the running work. */
export const servedOrganization = (): string | undefined => organizations.getStore();
