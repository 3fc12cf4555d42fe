/** Compile-time checks of the methods. Compiled, never run: the type check fails if a line marked as an error compiles. */
import type { Item, Output, Schemas } from './operation.ts';
import type { Patchbay } from './patchbay.ts';

declare const client: Patchbay;

export const optionalInput: Promise<Schemas['User']> = client.getMe();
export const withOptions: Promise<Schemas['User']> = client.getMe({}, { retries: 0 });
export const withInput: Promise<Schemas['OrganizationWithCan']> = client.getOrganization({ orgSlug: 'acme' });
export const withoutAnswer: Promise<undefined> = client.signOut();
export const created: Promise<Schemas['Workspace']> = client.createWorkspace(
  { orgSlug: 'acme', body: { name: 'Spring', slug: 'spring' } },
  { idempotencyKey: 'mine' },
);
export const page: Promise<Output<'listAuditLogs'>> = client.listAuditLogs({ orgSlug: 'acme', limit: 5 });
export const entries: AsyncIterable<Item<'listAuditLogs'>> = client.iterate('listAuditLogs', {
  orgSlug: 'acme',
});
export const exported: AsyncIterable<Schemas['AuditLog']> = client.exportAuditLogs({ orgSlug: 'acme' });
export const relayed: typeof fetch = client.integration({
  orgSlug: 'acme',
  workspaceSlug: 'spring',
  id: '1',
}).fetch;

// @ts-expect-error a parameter of the path is missing
void client.getOrganization();
// @ts-expect-error a parameter of the path is missing
void client.getOrganization({});
// @ts-expect-error the operation has no body
void client.getOrganization({ orgSlug: 'acme', body: {} });
// @ts-expect-error the body is missing
void client.createWorkspace({ orgSlug: 'acme' });
// @ts-expect-error a field of the body is missing
void client.createWorkspace({ orgSlug: 'acme', body: { slug: 'spring' } });
// @ts-expect-error there is no such parameter
void client.listAuditLogs({ orgSlug: 'acme', limits: 5 });
// @ts-expect-error a parameter has another type
void client.listAuditLogs({ orgSlug: 'acme', limit: '5' });
// @ts-expect-error the answer has no such field
export const missing = client.getMe().then(({ nickname }) => nickname);
// @ts-expect-error a relayed request is sent by `integration().fetch`
void client.relayGet;
// @ts-expect-error a redirect is for browsers
void client.startProviderSignIn;
// @ts-expect-error the operation does not answer pages
void client.iterate('listWorkspaces', { orgSlug: 'acme' });
// @ts-expect-error the export needs an organization
void client.exportAuditLogs({});
