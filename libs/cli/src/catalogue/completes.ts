import type { Completes } from '../command.ts';
import { catalogue } from '../generated/catalogue.ts';
import type { Operation } from './operation.ts';

/** Names that mean the same wherever they stand. */
const byName: Readonly<Record<string, Completes>> = {
  orgSlug: 'organizations',
  organizationSlug: 'organizations',
  workspaceSlug: 'workspaces',
  provider: 'providers',
  userId: { operationId: 'listOrganizationMembers' },
  apiKeyId: { operationId: 'listApiKeys' },
};

/** What completes a parameter: the list that stands above it in the path, such as `…/invitations` above `…/invitations/{id}`. */
export function completesOf({ path }: Operation, name: string): Completes | undefined {
  const above = path.slice(0, Math.max(path.indexOf(`/{${name}}`), 0));
  const list = catalogue.find((one) => one.method === 'GET' && one.items !== undefined && one.path === above);
  return byName[name] ?? (list && { operationId: list.id });
}
