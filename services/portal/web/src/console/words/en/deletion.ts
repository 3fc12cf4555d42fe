import { lifetimes } from '@patchbay/platform/lifetimes';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Deletion of a workspace, an organization or an account, and the closed organization before it is deleted. */
export const deletion = {
  title: 'Danger zone',
  workspace: {
    label: 'Delete this workspace',
    text: 'With its integrations, links, API keys and roles. It happens at once, and nobody can undo it.',
    action: 'Delete workspace',
    askTitle: (name: string) => `Delete ${name}?`,
    lead: 'This goes with it, at once and for good:',
    integrations: (count: number) =>
      `${counted(count, 'integration', 'integrations')} with all stored credentials, which we also revoke at the provider where we can`,
    keys: (count: number) => counted(count, 'API key', 'API keys') + ' that can do nothing anymore',
    members: (count: number) =>
      `${counted(count, 'role', 'roles')} that people were given here; guests without another workspace leave the organization`,
    links: 'open links, invitations and emails about it',
    stays: 'What happened here stays in the audit trail. The short name is free at once.',
    done: (name: string) => `${name} was deleted.`,
  },
  organization: {
    label: 'Delete this organization',
    text: `It closes at once, and is deleted after ${lifetimes.closedDays} days. Until then an admin can restore it.`,
    action: 'Delete organization',
    askTitle: (name: string) => `Delete ${name}?`,
    means: [
      'It closes now: pages and API stop for everyone, API keys stop working, and nothing is verified, renewed or delivered anymore.',
      `In ${lifetimes.closedDays} days everything in it is destroyed for good: workspaces, integrations with their credentials, keys, people's roles and the audit trail.`,
      'Until then any admin can restore it, and export the audit trail.',
      'All admins get an email now, a day before, and at the end.',
    ],
    done: (name: string) => `${name} is closed.`,
  },
  account: {
    label: 'Delete your account',
    text: 'It happens at once, and nobody can undo it.',
    action: 'Delete account',
    askTitle: 'Delete your account?',
    means: [
      'You leave every organization, and are signed out everywhere.',
      'Your passkeys, your own API keys, what you watch and your profile are gone.',
      'Audit trails of organizations keep what they have recorded about you.',
      'You can sign up again with the same address, as somebody new.',
    ],
    onlyAdmin:
      "You're the only admin of these organizations. Make somebody else an admin of each, or delete it. Then you can delete your account.",
    or: 'or',
    seeSettings: 'go to settings',
  },
  closed: {
    title: (name: string) => `${name} is closed`,
    lead: (date: string) =>
      `Closed; will be deleted on ${date}. Until then an admin can restore it as it was.`,
    text: 'Nothing runs here: pages, API keys, links and webhooks have stopped. The audit trail can still be saved and verified.',
    restore: 'Restore organization',
    restored: (name: string) => `${name} is open again.`,
    trail: 'Audit trail',
    tag: 'Closed',
  },
};
