import type { Group } from '../operation/group.ts';
import type { Json } from './schemas.ts';

interface Tag {
  readonly title: string;
  readonly description: string;
}

/** The groups of operations in the order in which a reader meets them. */
const tags: Readonly<Record<Group, Tag>> = {
  integrations: {
    title: 'Integrations',
    description:
      'Connections of a workspace to advertising systems (providers). Credentials are stored encrypted, and no answer shows them. Active integrations are verified in the background.',
  },
  connect: {
    title: 'Connect flow',
    description:
      'What the page of a connect link uses, so that a client can authorize an integration without an account. The token of the link is the credential.',
  },
  uses: {
    title: 'Using a connection',
    description:
      'Requests to advertising systems through Patchbay, which adds the credentials and never shows them; grants, which say which API keys may send them; and what was done.',
  },
  auth: {
    title: 'Sign-in and sessions',
    description:
      'Sign in by a mailed link, with Google or Microsoft, or from a device without a browser; see and end sessions. API keys are not accepted here. A session lives 7 days, is extended when it is used, and ends after 30 days at the latest.',
  },
  account: {
    title: 'Account',
    description:
      "The caller's own account: signing up with a new organization, the profile, and invitations that are addressed to the caller.",
  },
  organizations: {
    title: 'Organizations',
    description:
      'Organizations, their members and invitations into them. An `admin`, `member` or `viewer` of an organization has the same role in each of its workspaces; a `guest` sees only the workspaces it is assigned to.',
  },
  workspaces: {
    title: 'Workspaces',
    description:
      'Workspaces are separate parts of an organization, with members and integrations of their own. The effective role of a person is the higher of the role in the organization and the role of the assignment.',
  },
  'api-keys': {
    title: 'API keys',
    description:
      'Credentials for programs, bound to one organization. A key of level `user` acts as the person who created it, one of level `organization` reaches the organization and all its workspaces, one of level `workspace` that workspace. Admins of the organization manage its organization- and workspace-level keys, effective admins of a workspace the keys of that workspace, and everyone their own; a user-level key is managed by its creator alone.',
  },
  audit: {
    title: 'Audit trail',
    description:
      'Every change in an organization, as entries that are chained by hashes: an entry that was altered or removed can be found.',
  },
  infra: {
    title: 'Infrastructure',
    description: 'Health, build and this document. Not versioned.',
  },
};

/** `tags` of the document: those that the operations have. */
export const tagsOf = (groups: ReadonlySet<Group>): Json[] =>
  Object.entries(tags)
    .filter(([name]) => groups.has(name as Group))
    .map(([name, { title, description }]) => ({ name, description, 'x-displayName': title }));
