import type { KeyLevel } from '@patchbay/access/caller';
import type { Rule } from '@patchbay/access/rules';
import type { CallerAccess, PublicAccess } from '../operation/access.ts';
import { ruleIn } from '../operation/access.ts';
import type { Operation } from '../operation/operation.ts';

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
export const callersOf = (operation: Operation): string =>
  `Who may call it: ${peopleOf(operation.access)}.${credentialsOf(operation)}`;
