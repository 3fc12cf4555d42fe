import type { Completes } from '../command.ts';
import { catalogue } from '../generated/catalogue.ts';
import { kebab, nounOf } from './names.ts';
import type { Operation } from './operation.ts';

/** Parameters with one meaning in all operations, and the operations that list their values. */
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

/** The name of an argument is the thing, not the parameter (`integration`, not `integrationId`), because it takes names too. */
export function argumentNameOf(path: string, name: string): string {
  const list = listOf(path, name);
  if (list === undefined) return kebab(name);
  // A list inside a thing may use the noun of the thing: deliveries belong to `webhook`.
  return list.path.includes('{id}') ? kebab(name.replace(/Id$/, '')) : nounOf(list);
}

/** How shells complete a parameter. */
export function completesOf(path: string, name: string): Completes | undefined {
  const list = listOf(path, name);
  return list && { operationId: list.id };
}

/** Whether a parameter takes a name instead of an id. Things of paged lists are named by id only. */
export function takesNames(path: string, parameter: string): boolean {
  const list = listOf(path, parameter);
  return /id$/i.test(parameter) && list !== undefined && list.isPaged !== true;
}

/** The fields of an operation of the OpenAPI document that the command line uses. */
export function operationOf(id: string): Operation {
  const found = catalogue.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`The OpenAPI document has no operation ${id}.`);
  return found;
}
