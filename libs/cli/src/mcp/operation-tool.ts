import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { Operation, Parameter } from '../catalogue/operation.ts';
import { usageFailure } from '../failure.ts';

/** What stands for a slug that an assistant leaves out. */
export interface Defaults {
  readonly orgSlug?: string | undefined;
  readonly workspaceSlug?: string | undefined;
}

export interface Caller {
  readonly allowsChanges: boolean;
  readonly hasApiKey: boolean;
}

export type Arguments = Readonly<Record<string, unknown>>;
type Schema = Readonly<Record<string, unknown>>;

/** Items of a list that an assistant gets at once where it asks for no other number. The API has the same default. */
const defaultLimit = 50;

const changes = ({ method }: Operation): boolean => method !== 'GET';

/** Whether an operation works without showing a credential to an assistant, or taking one from it. */
function isHarmless({ id, tag, path, method, credentials, answer, isFree, fields }: Operation): boolean {
  // Sign-in and connect pages work with credentials. Redirects are for browsers, an export is as long as the trail.
  if (tag === 'auth' || tag === 'connect' || (answer !== undefined && answer !== 'none')) return false;
  // A token in a path is a credential. A change that needs no credential is a sign-up.
  if (path.includes('{token}') || (credentials === 'none' && method !== 'GET')) return false;
  // Passkeys are ways to sign in. What takes an account, an organization or a workspace away is for the person alone.
  if (/^delete(Me|Organization|Workspace)$/.test(id) || (id.includes('Passkey') && method !== 'GET'))
    return false;
  // Whoever changes the address of a webhook gets the trail from then on: no text that an assistant reads may bring it to do so.
  if (id === 'updateWebhook') return false;
  // The fields of a provider are credentials, `key` is a new API key, and `secret` that of a webhook. Tools are made from the OpenAPI document.
  return !isFree && !fields.includes('key') && !fields.includes('secret') && id !== 'getOpenApi';
}

/** Whether an operation becomes a tool. */
export const isOffered = (operation: Operation, { allowsChanges, hasApiKey }: Caller): boolean =>
  isHarmless(operation) &&
  (allowsChanges || !changes(operation)) &&
  !(hasApiKey && operation.credentials === 'session');

const jsonTypes = {
  list: 'array',
  string: 'string',
  integer: 'integer',
  boolean: 'boolean',
  object: 'object',
};

function schemaOf({ description, type, nullable, options }: Parameter): Schema {
  const jsonType = jsonTypes[type];
  return {
    ...(description && { description }),
    type: nullable ? [jsonType, 'null'] : jsonType,
    ...(options && { enum: nullable ? [...options, null] : options }),
    ...(type === 'list' && { items: { type: 'string' } }),
    ...(type === 'object' && { additionalProperties: { type: ['string', 'integer', 'boolean'] } }),
  };
}

/** Parameters of a path. Dots and slashes would lead to another operation. */
function pathSchemas(parameters: readonly Parameter[], defaults: Defaults): Record<string, Schema> {
  return Object.fromEntries(
    parameters.map((parameter) => {
      const remembered = defaults[parameter.name as keyof Defaults];
      const description =
        remembered === undefined ? parameter.description : `${parameter.description} Default: ${remembered}.`;
      return [parameter.name, { ...schemaOf({ ...parameter, description }), pattern: '^[\\w-]+$' }];
    }),
  );
}

/** For lists that the API answers as a whole. */
const pageSchemas = {
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    description: `The most items. Default: ${defaultLimit}.`,
  },
  cursor: { type: 'string', pattern: '^\\d+$', description: '`nextCursor` of the list before.' },
};

const comesWhole = ({ items, isPaged }: Operation): boolean => items !== undefined && !isPaged;

/** The arguments of a tool: parameters of path and query and fields of the body side by side. */
export function inputSchemaOf(
  operation: Operation,
  defaults: Defaults,
): Schema & { readonly type: 'object' } {
  const { pathParameters, queryParameters, body = [] } = operation;
  const others = [...queryParameters, ...body];
  const required = [
    ...pathParameters.filter(({ name }) => defaults[name as keyof Defaults] === undefined),
    ...others.filter((parameter) => parameter.required),
  ];
  return {
    type: 'object',
    properties: {
      ...pathSchemas(pathParameters, defaults),
      ...Object.fromEntries(others.map((parameter) => [parameter.name, schemaOf(parameter)])),
      ...(comesWhole(operation) && pageSchemas),
    },
    required: required.map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Without what only matters to programs and operators. */
export const descriptionOf = ({ description }: Operation): string =>
  description
    .split('\n\n')
    .filter((paragraph) => !/^(Limited by|Audit trail:)/.test(paragraph))
    .join('\n\n');

export const annotationsOf = (operation: Operation): ToolAnnotations => ({
  title: operation.summary,
  readOnlyHint: !changes(operation),
  destructiveHint: changes(operation) && !/^(accept|add|create|enable|resend|verify)/.test(operation.id),
  idempotentHint: operation.method !== 'POST',
});

/** The slugs that were given, or those that the profile remembers. */
export function scopeOf(given: Arguments, { orgSlug, workspaceSlug }: Defaults): Arguments {
  const isElsewhere = given['orgSlug'] !== undefined && given['orgSlug'] !== orgSlug;
  return {
    orgSlug: given['orgSlug'] ?? orgSlug,
    // The remembered workspace belongs to the remembered organization.
    workspaceSlug: given['workspaceSlug'] ?? (isElsewhere ? undefined : workspaceSlug),
  };
}

/** The input of an operation, from the arguments of its tool. */
export function inputOf(operation: Operation, given: Arguments, defaults: Defaults): Arguments {
  const pick = (parameters: readonly Parameter[], values: Arguments): Record<string, unknown> =>
    Object.fromEntries(
      parameters.filter(({ name }) => values[name] !== undefined).map(({ name }) => [name, values[name]]),
    );
  const path = pick(operation.pathParameters, { ...given, ...scopeOf(given, defaults) });
  const missing = operation.pathParameters.find(({ name }) => path[name] === undefined);
  if (missing !== undefined) throw usageFailure(`Give ${missing.name}.`);
  return {
    ...path,
    ...pick(operation.queryParameters, given),
    ...(operation.body && { body: pick(operation.body, given) }),
  };
}

/** An answer as an assistant gets it: of a list that comes whole the part that was asked for. */
export function pageOf(operation: Operation, answer: unknown, given: Arguments): unknown {
  const { items } = operation;
  if (items === undefined || !comesWhole(operation)) return answer;
  const { limit = defaultLimit, cursor = '0' } = given as { limit?: number; cursor?: string };
  const all = (answer as Readonly<Record<string, readonly unknown[]>>)[items] ?? [];
  const end = Number(cursor) + limit;
  return {
    ...(answer as object),
    [items]: all.slice(Number(cursor), end),
    nextCursor: end < all.length ? String(end) : null,
  };
}
