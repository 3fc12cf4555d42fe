import type { KeyLevel } from '@patchbay/access/caller';
import type { Rule } from '@patchbay/access/rules';
import type { Operation } from '../operation/operation.ts';

const inOrganization: Readonly<Record<Rule['least'], string>> = {
  admin: 'admins of the organization',
  member: 'admins and members of the organization',
  viewer: 'everyone in the organization except guests',
  guest: 'everyone in the organization, guests included',
};

/** `guest` is no role in a workspace. */
const inWorkspace: Readonly<Record<Rule['least'], string>> = {
  admin: 'effective admins of the workspace',
  member: 'effective admins and members of the workspace',
  viewer: 'everyone who can see the workspace',
  guest: 'everyone who can see the workspace',
};

function peopleOf({ access }: Operation): string {
  switch (access.scope) {
    case 'public':
      return 'anyone, without a credential';
    case 'authenticated':
      return 'any caller';
    case 'self':
      return 'every person for themselves';
    case 'organization':
    case 'workspace': {
      const people = (access.scope === 'organization' ? inOrganization : inWorkspace)[access.least];
      return access.orSelf ? `${people}, and everyone for themselves by a session` : people;
    }
  }
}

const listed = (levels: readonly KeyLevel[]): string => levels.map((level) => `\`${level}\``).join(', ');

function credentialsOf({ credentials, keyLevels = [] }: Operation): string {
  if (credentials === 'none') return '';
  if (credentials === 'session') return ' With a session only.';
  return ` With a session, or an API key of level ${listed(keyLevels)}.`;
}

/** Who may call an operation, in words. */
export const callersOf = (operation: Operation): string =>
  `Who may call it: ${peopleOf(operation)}.${credentialsOf(operation)}`;
