import type { Completes } from '../command.ts';
import { catalogue } from '../generated/catalogue.ts';
import { kebab, nounOf } from './names.ts';
import type { Operation } from './operation.ts';

/** Names that mean the same wherever they stand, and the operations that list what they name. */
const byName: Readonly<Record<string, string>> = {
  orgSlug: 'listOrganizations',
  organizationSlug: 'listOrganizations',
  workspaceSlug: 'listWorkspaces',
  provider: 'listProviders',
  userId: 'listOrganizationMembers',
  actorId: 'listOrganizationMembers',
  apiKeyId: 'listApiKeys',
};

const lists = catalogue.filter(({ items }) => items !== undefined);

/** The operation that lists what a parameter names: the collection above it in the path, such as `…/members` above `…/members/{userId}`. */
export function listOf(path: string, name: string): Operation | undefined {
  const above = path.split(`/{${name}}`, 2);
  return lists.find((one) => (above.length === 2 ? one.path === above[0] : one.id === byName[name]));
}

/** The name of an argument: the thing that it stands for, not the parameter, because it takes names too. */
export function argumentNameOf(path: string, name: string): string {
  const list = listOf(path, name);
  if (list === undefined) return kebab(name);
  // A list within a thing may have the noun of the thing: deliveries are lists of a webhook.
  return list.path.includes('{id}') ? kebab(name.replace(/Id$/, '')) : nounOf(list);
}

/** What completes a parameter. */
export function completesOf(path: string, name: string): Completes | undefined {
  const list = listOf(path, name);
  return list && { operationId: list.id };
}

/** Whether a parameter takes a name in place of an id. What comes in pages has none. */
export function takesNames(path: string, parameter: string): boolean {
  const list = listOf(path, parameter);
  return /id$/i.test(parameter) && list !== undefined && list.isPaged !== true;
}
