import { frame } from './frame.ts';

/** Settings of an organization, and of a workspace. */
export const settings = {
  title: frame.titles.settings,
  name: 'Name',
  nameError: 'Enter a name.',
  saved: 'Saved.',
  discard: 'Discard changes',
  identifiers: 'Identifiers',
  identifiersText: 'For the API and its clients. They never change.',
  slug: 'Short name',
  id: 'ID',
  created: 'Created',
  organization: {
    lead: 'What this organization is called, and who joins it by themselves.',
    general: 'General',
    nameHelp: 'Shown to your members, and to clients who open a link of yours.',
    domain: 'Joining by email domain',
    domainName: 'Domain',
    domainFixed:
      'The domain comes from the address that the organization was created with, and stays as it is.',
    domainText: (domain: string) =>
      `People with an address at ${domain} can join when they first sign in. An address with a tag, such as name+tag@${domain}, needs an invitation, and so does anybody who left or was removed.`,
    noDomain: 'This organization has no email domain. People join by invitation.',
    domainRole: 'Who joins by it',
    domainRoles: {
      member: 'They join as members',
      viewer: 'They join as viewers',
      nobody: 'Nobody joins by it',
    },
    domainRoleHelp: {
      member:
        'They see every workspace and set up integrations. People who are already here keep their roles.',
      viewer: 'They see every workspace, and change nothing. People who are already here keep their roles.',
      nobody: 'Everyone needs an invitation. People who are already here stay.',
    },
  },
  workspace: {
    lead: 'What this workspace is called, and the emails you get about it.',
    general: 'General',
    nameHelp: 'Shown to the people of this workspace, and to clients who open a link of it.',
    emails: 'Emails',
    watch: 'Email me about integrations that break',
    watchHelp:
      "When an integration stops working, and 7 days and 1 day before an authorization ends. At most one email an hour for all workspaces of the organization. It's only about you, and starts by itself when you create an integration.",
    watched: "You'll get emails about this workspace.",
    unwatched: "You won't get emails about this workspace anymore.",
  },
};
