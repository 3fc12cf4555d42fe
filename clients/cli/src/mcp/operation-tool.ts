import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { Operation, Parameter } from '../catalogue/operation.ts';
import { usageFailure } from '../failure.ts';

/** The defaults of slugs that an assistant leaves out. */
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

/** Default page size for assistants, the same as that of the API. */
const defaultLimit = 50;

/** Whether an operation becomes a tool. Only operations that the API declares for assistants do. */
export const isOffered = (
  { assistant, credentials }: Operation,
  { allowsChanges, hasApiKey }: Caller,
): boolean =>
  assistant !== undefined &&
  (allowsChanges || 'reads' in assistant) &&
  !(hasApiKey && credentials === 'session');

/** The fields of the body that an assistant may send. */
function fieldsOf({ assistant, body = [] }: Operation): readonly Parameter[] {
  const fields = assistant !== undefined && 'changes' in assistant ? assistant.changes.fields : undefined;
  return body.filter(({ name }) => fields?.includes(name));
}

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

/** Path parameters. Dots and slashes are refused: they would address another operation. */
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

/** Paging parameters for lists that the API returns unpaged. */
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
  const { pathParameters, queryParameters } = operation;
  const others = [...queryParameters, ...fieldsOf(operation)];
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

/** The description without limits and audit actions, which matter to programs and operators only. */
export const descriptionOf = ({ description }: Operation): string =>
  description
    .split('\n\n')
    .filter((paragraph) => !/^(Limited by|Audit trail:)/.test(paragraph))
    .join('\n\n');

/** What clients may assume before they run a tool, and whether they ask the person first. */
export function annotationsOf({ summary, assistant }: Operation): ToolAnnotations {
  const { destructive, idempotent } =
    assistant !== undefined && 'changes' in assistant
      ? assistant.changes
      : { destructive: false, idempotent: true };
  return {
    title: summary,
    readOnlyHint: assistant !== undefined && 'reads' in assistant,
    destructiveHint: destructive,
    idempotentHint: idempotent,
  };
}

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
    ...(operation.body && { body: pick(fieldsOf(operation), given) }),
  };
}

/** The answer for an assistant. An unpaged list is cut to the requested page. */
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
