import type { Group } from '../operation/group.ts';

interface Tag {
  readonly title: string;
  readonly description: string;
}

/** The groups of operations in the order in which a reader meets them. */
const tags: Readonly<Record<Group, Tag>> = {
  integrations: {
    title: 'Integrations',
    description:
      'Connections of a workspace to advertising systems (providers). Credentials are stored encrypted, and no response contains them. Active integrations are checked in the background.',
  },
  connect: {
    title: 'Connect flow',
    description:
      'What the page behind a connect link uses, so that a client can connect an integration without an account. The token in the link is the credential.',
  },
  uses: {
    title: 'Using a connection',
    description:
      'Send requests to advertising systems through Patchbay, which adds the credentials and never shows them. Grants say which API keys may do so, and uses say what was done.',
  },
  auth: {
    title: 'Sign-in and sessions',
    description:
      'Sign in with an emailed link, with Google or Microsoft, or from a device without a browser. List and end sessions. API keys are not accepted here. A session lasts 7 days, is extended while it is used, and ends after 30 days at the latest.',
  },
  account: {
    title: 'Account',
    description:
      "The caller's own account: signing up with a new organization, the profile, and invitations addressed to the caller.",
  },
  organizations: {
    title: 'Organizations',
    description:
      'Organizations, their members and their invitations. An `admin`, `member` or `viewer` of an organization has the same role in each of its workspaces; a `guest` sees only the workspaces it is assigned to.',
  },
  workspaces: {
    title: 'Workspaces',
    description:
      'Workspaces are separate parts of an organization, with their own members and integrations. The effective role of a person in a workspace is the higher of two: their role in the organization, and the role they were assigned in the workspace.',
  },
  'api-keys': {
    title: 'API keys',
    description:
      'Credentials for programs, bound to one organization. A key of level `user` acts as the person who created it, one of level `organization` reaches the organization and all its workspaces, one of level `workspace` reaches that workspace only. Admins of the organization manage its organization- and workspace-level keys, effective admins of a workspace manage the keys of that workspace, and everyone manages their own. Only its creator manages a user-level key.',
  },
  webhooks: {
    title: 'Webhooks',
    description:
      'Addresses to which Patchbay delivers the entries of the audit trail as they are recorded, signed by [Standard Webhooks](https://www.standardwebhooks.com), at least once each.',
  },
  audit: {
    title: 'Audit trail',
    description:
      'Every change in an organization, as entries chained by hashes, so that an altered or removed entry is found.',
  },
  infra: {
    title: 'Infrastructure',
    description: 'Health, build and this document. Not versioned.',
  },
};

/** `tags` of the document: those that the operations have. */
export const tagsOf = (groups: ReadonlySet<Group>) =>
  Object.entries(tags)
    .filter(([name]) => groups.has(name as Group))
    .map(([name, { title, description }]) => ({ name, description, 'x-displayName': title }));
