import { frame } from './frame.ts';

const count = (number: number, one: string, many: string): string =>
  number === 1 ? `1 ${one}` : `${number} ${many}`;

/** People and invitations of an organization or a workspace. */
export const members = {
  title: frame.titles.members,
  lead: {
    organization: 'Everyone in this organization, and everyone who has been invited.',
    workspace: 'Everyone who can work in this workspace, and everyone who has been invited to it.',
  },
  guestTitle: "Guests can't see the members of the organization",
  guestText:
    "You see the people of each workspace that you're in. To leave the organization, open your account.",
  name: 'Name',
  email: 'Email',
  role: 'Role',
  since: 'Joined',
  access: 'Access',
  actions: 'Actions',
  you: 'You',
  invitedBy: (name: string) => `Invited by ${name}`,
  expires: (date: string) => `Link valid until ${date}`,
  expired: (time: string) => `Link expired ${time}`,
  inherited: 'From the organization',
  assigned: 'Added here',
  search: 'Find by name or email',
  filter: 'Show',
  shows: {
    all: 'Everyone',
    admin: 'Admins',
    member: 'Members',
    viewer: 'Viewers',
    guest: 'Guests',
    invited: 'Invited',
    assigned: 'Added here',
    inherited: 'From the organization',
  },
  alone: "It's just you so far",
  aloneText: 'Invite the people you work with. You choose what each of them may do.',
  notFound: 'Nobody matches this search.',
  actionsOf: (name: string) => `Actions for ${name}`,

  invite: {
    open: 'Invite people',
    title: (place: string) => `Invite people to ${place}`,
    emails: 'Email addresses',
    emailsHelp: 'Type or paste up to 100, separated by spaces, commas or lines.',
    role: 'Their role',
    outside: "People who aren't in the organization yet become guests of it, and see only this workspace.",
    none: 'Enter at least one email address.',
    wrong: (texts: string) => `This isn't an email address: ${texts}`,
    tooMany: 'Invite at most 100 people at a time.',
    submit: 'Send invitations',
    sending: (done: number, all: number) => `Sending ${done} of ${all}`,
    sent: (number: number) => `${count(number, 'invitation', 'invitations')} sent.`,
    some: (sent: number, left: number) =>
      `${sent} sent, ${left} not sent. The ones that weren't sent are still in the field.`,
    interrupted: (sent: number, left: number) =>
      `${sent} sent, ${left} not sent. Open “Invite people” to send the others.`,
    outcome: { sent: 'Sent', here: 'Already here or invited', refused: 'Not sent' },
    outcomes: 'What happened',
  },
  add: {
    open: 'Add member',
    title: (place: string) => `Add a member to ${place}`,
    lead: "Somebody who's already in the organization. They don't have to accept anything.",
    person: 'Person',
    personHelp: 'Search by name or email.',
    personError: 'Choose a person from the list.',
    nobody: 'Nobody in the organization matches.',
    submit: 'Add member',
    done: (name: string) => `${name} was added.`,
    guest: "You can't see the members of the organization. Invite people by email instead.",
    higher: 'If their role in the organization is higher, that one counts.',
  },
  changeRole: {
    open: 'Change role',
    title: (name: string) => `Change the role of ${name}`,
    titleSelf: 'Change your role',
    role: 'New role',
    now: {
      organization:
        'This takes effect at once. API keys that act as this person follow their role. Roles in single workspaces stay.',
      workspace: 'This takes effect at once. If their role in the organization is higher, that one counts.',
    },
    self: "You'll lose your admin rights at once. Only another admin can give them back.",
    submit: 'Change role',
    done: (name: string, role: string) => `${name} is now ${role}.`,
    give: 'Give a role here',
    highest: 'Admins of the organization are admins here already.',
  },
  lastAdmin: (name: string) => `${name} is the only admin. Make somebody else an admin first.`,
  lastAdminSelf: "You're the only admin. Make somebody else an admin first.",
  remove: {
    open: 'Remove',
    title: (name: string, place: string) => `Remove ${name} from ${place}?`,
    submit: 'Remove',
    done: (name: string) => `${name} was removed.`,
    inherited: 'Their access comes from the organization. Change it there.',
    organization: {
      access: 'They lose access to the organization and all its workspaces at once.',
      keys: 'Their personal API keys stop working, and so do the workspace keys they created.',
      workspaceKeys: (number: number, names: string) =>
        `Their personal API keys stop working, and so ${number === 1 ? 'does' : 'do'} ${count(number, 'workspace key', 'workspace keys')} they created: ${names}.`,
      keptKeys: (number: number, names: string) =>
        `${count(number, 'organization key', 'organization keys')} they created will keep working: ${names}. Rotate what they may know.`,
      links: 'Connect links they could see stay valid until they expire.',
      back: 'Only a new invitation brings them back.',
    },
    workspace: {
      access: 'They lose the role they were given here, at once. A role in the organization stays.',
      keys: 'API keys they created for this workspace stop working.',
      guest:
        "A guest who's in no other workspace loses all personal API keys, and stays a guest of the organization.",
    },
  },
  leave: {
    open: (place: string) => `Leave ${place}`,
    title: (place: string) => `Leave ${place}?`,
    submit: 'Leave',
    done: (place: string) => `You've left ${place}.`,
    inherited: 'Your access comes from the organization. You can only leave the organization.',
    seeMembers: 'Go to members',
    organization: {
      access: 'You lose access to the organization and all its workspaces at once.',
      keys: (number: number) =>
        number === 0
          ? 'You have no API keys here that would stop working.'
          : `${count(number, 'API key', 'API keys')} of yours will stop working: your personal ones, and those you created for workspaces.`,
      keptKeys: (number: number) =>
        `${count(number, 'organization key', 'organization keys')} you created will keep working.`,
      back: 'Only a new invitation brings you back.',
    },
    workspace: {
      access: 'You lose the role you were given here, at once. A role in the organization stays.',
      keys: 'API keys you created for this workspace stop working.',
    },
  },
  resend: {
    open: 'Resend invitation',
    done: (email: string) => `We've emailed ${email} again.`,
  },
  cancel: {
    open: 'Cancel invitation',
    title: (email: string) => `Cancel the invitation of ${email}?`,
    text: 'The link in the email stops working. You can invite them again at any time.',
    submit: 'Cancel invitation',
    keep: 'Keep invitation',
    done: (email: string) => `The invitation of ${email} was canceled.`,
  },
};
