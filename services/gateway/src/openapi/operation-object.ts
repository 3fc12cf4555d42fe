import type { KeyLevel } from '@patchbay/access/caller';
import type { Rule } from '@patchbay/access/rules';
import { lifetimes } from '@patchbay/platform/lifetimes';
import type { z } from 'zod';
import { limitsOf } from '../limits/limit.ts';
import { type CallerAccess, type PublicAccess, ruleIn } from '../operation/access.ts';
import type { Operation } from '../operation/operation.ts';
import { isRelay } from '../request/streaming.ts';
import { answersOf } from './answers.ts';
import { mayBeLeftOut, parametersOf } from './parameters.ts';
import { failuresOf, problemReferences } from './problems.ts';
import type { Json, Schemas } from './schemas.ts';
import { securityOf } from './security.ts';

type Access = CallerAccess | PublicAccess;

/** By the lowest role that a rule allows; `guest` is no role in a workspace. */
const peopleIn: Readonly<Record<Rule['scope'], Readonly<Record<Rule['least'], string>>>> = {
  organization: {
    admin: 'admins of the organization',
    member: 'admins and members of the organization',
    viewer: 'everyone in the organization except guests',
    guest: 'everyone in the organization, guests included',
  },
  workspace: {
    admin: 'effective admins of the workspace',
    member: 'effective admins and members of the workspace',
    viewer: 'everyone who can see the workspace',
    guest: 'everyone who can see the workspace',
  },
};

const peopleWithoutRole: Readonly<Record<Exclude<Access, Rule>['scope'], string>> = {
  public: 'anyone, without a credential',
  authenticated: 'any caller',
  self: 'every person for themselves',
};

const isRule = (access: Access): access is Rule => ruleIn(access) !== undefined;

function peopleOf(access: Access): string {
  if (!isRule(access)) return peopleWithoutRole[access.scope];
  const people = peopleIn[access.scope][access.least];
  return access.orSelf ? `${people}, and everyone for themselves by a session` : people;
}

const listed = (levels: readonly KeyLevel[]): string => levels.map((level) => `\`${level}\``).join(', ');

function credentialsOf({ credentials, keyLevels = [] }: Operation): string {
  if (credentials === 'none') return '';
  if (credentials === 'session') return ' With a session only.';
  return ` With a session, or an API key of level ${listed(keyLevels)}.`;
}

/** Who may call an operation, in words. */
const callersOf = (operation: Operation): string =>
  `Who may call it: ${peopleOf(operation.access)}.${credentialsOf(operation)}`;

const confirmationOf = (fresh: NonNullable<Operation['fresh']>): string =>
  `Needs a session whose person has proved in the last ${lifetimes.freshMinutes} minutes who they are${fresh === true ? '' : `, where ${fresh.when}`}. Otherwise it is a 403 whose \`detail\` begins with \`confirmation_required\`.`;

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The description of an operation with who may call it, its limits and what it writes to the audit trail. */
function descriptionOf(operation: Operation): string {
  const { description, audit } = operation;
  const limits = limitsOf(operation).map(({ name }) => name);
  return [
    description,
    callersOf(operation),
    ...(operation.fresh === undefined ? [] : [confirmationOf(operation.fresh)]),
    ...(operation.inClosed
      ? [
          `Works ${operation.inClosed === 'only' ? 'only in a closed organization' : 'in a closed organization too'}.`,
        ]
      : []),
    ...(limits.length === 0 ? [] : [`Limited by ${quoted(limits)}.`]),
    ...('none' in audit ? [] : [`Audit trail: ${quoted(audit)}.`]),
  ].join('\n\n');
}

function requestBody(operation: Operation, body: z.ZodType, schemas: Schemas): Json {
  // A body with a default is one that may be left out.
  const { default: _default, ...schema } = schemas.sent(body);
  return {
    required: !mayBeLeftOut(body),
    content: {
      [isRelay(operation) ? '*/*' : 'application/json']: { schema, example: operation.examples?.body },
    },
  };
}

/** The Operation Object of OpenAPI. */
export function operationObject(
  operation: Operation,
  operations: readonly Operation[],
  schemas: Schemas,
): Json {
  const { id, group, summary, credentials, keyLevels, fresh, inClosed, assistant, body } = operation;
  const parameters = parametersOf(operation, schemas);
  return {
    operationId: id,
    tags: [group],
    summary,
    description: descriptionOf(operation),
    ...securityOf[credentials],
    ...(keyLevels && { 'x-patchbay-key-levels': keyLevels }),
    ...(fresh && { 'x-patchbay-fresh': fresh === true ? true : fresh.when }),
    ...(inClosed && { 'x-patchbay-in-closed': true }),
    'x-patchbay-assistant': assistant,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(operation, body, schemas) }),
    responses: {
      ...answersOf(operation, operations, schemas),
      ...problemReferences(failuresOf(operation)),
    },
  };
}
