import type { Schemas } from '@patchbay/client';
import { programOf } from '../../../pages/device/device-facts.ts';
import { named, type Phrase, type Story, say } from '../phrase.ts';

/** Who did it, and what stands in place of a missing name. */
export const storyWords = {
  client: 'A client',
  system: 'Patchbay',
  somebody: 'Somebody',
  unnamed: 'something without a name',
  key: (name: Phrase | undefined, prefix: Phrase | undefined, person: Phrase | undefined): Phrase =>
    name === undefined
      ? say`The API key${prefix && say` ${prefix}`}${person && say` of ${person}`}`
      : say`The API key ${name}${prefix && say` (${prefix})`}`,
};

const roleNames: Readonly<Record<string, string>> = {
  admin: 'an admin',
  member: 'a member',
  viewer: 'a viewer',
  guest: 'a guest',
};
const aRole = (role: string | undefined): Phrase | undefined =>
  role === undefined ? undefined : roleNames[role] !== undefined ? [roleNames[role]] : named(role);
const asRole = (role: string | undefined): Phrase | undefined => {
  const name = aRole(role);
  return name && say` as ${name}`;
};

const place = ({ workspace }: Story): Phrase => workspace ?? ['the organization'];
const inPlace = ({ workspace }: Story): Phrase | undefined => workspace && say` in ${workspace}`;
/** The target with its workspace. */
const it = ({ target, workspace }: Story): Phrase => say`${target}${workspace && say` of ${workspace}`}`;
const prefixOf = ({ fact }: Story): Phrase | undefined => {
  const prefix = fact('prefix');
  return prefix === undefined ? undefined : say` (${named(`${prefix}…`)})`;
};
const key = (story: Story): Phrase => say`the API key ${story.target}${prefixOf(story)}`;
const hours = (count: string): string => (count === '1' ? '1 more hour' : `${count} more hours`);
const grace = (count: string | undefined): string | undefined => {
  if (count === undefined) return undefined;
  return count === '0' ? '; the old one stopped working at once' : `; the old one works for ${hours(count)}`;
};
const renamed = (what: string, { who, before, after, target }: Story): Phrase => {
  const [old, now] = [before('name'), after('name')];
  return say`${who} renamed ${what} ${old === undefined ? undefined : say`${named(old)} to `}${now === undefined ? target : named(now)}`;
};
/** "A", "A and B", "A, B and C". */
const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;

const methods: Readonly<Record<string, string>> = {
  'magic-link': ' with an emailed link',
  google: ' with Google',
  microsoft: ' with Microsoft',
  device: ' on a device, with a code',
  passkey: ' with a passkey',
};

function sessionEnded({ who, fact, targetName }: Story): Phrase {
  const reason = fact('reason');
  if (reason === 'signed_in_again')
    return say`A session of ${who} ended with a new sign-in in the same browser`;
  if (reason === 'too_many_sessions')
    return say`The oldest session of ${who} was ended, because they had too many`;
  if (reason === 'wrong_user_codes')
    return say`A session of ${who} was ended after too many wrong device codes`;
  if (reason === 'operator')
    return say`An operator of Patchbay ended a session of ${named(fact('email') ?? 'somebody')}`;
  const program = programOf(targetName);
  return say`${who} ended a session${program && say` in ${named(program.name)}`}${program?.system && ` on ${program.system}`}`;
}

function organizationChanged({ who, before, after, isChanged, target }: Story): Phrase {
  const [old, name, role] = [before('name'), after('name'), after('domainRole')];
  const changes: Phrase[] = [];
  if (name !== undefined)
    changes.push(
      say`renamed the organization${old === undefined ? undefined : say` ${named(old)}`} to ${named(name)}`,
    );
  if (isChanged('domainRole'))
    changes.push(
      role === undefined
        ? ['stopped people from joining with an address of its domain']
        : say`let people with an address of its domain join${asRole(role)}`,
    );
  if (isChanged('requiresPasskey'))
    changes.push([
      after('requiresPasskey') === 'true'
        ? 'let only people in who sign in with a passkey'
        : 'let people in who sign in without a passkey',
    ]);
  const [first = say`changed ${target}`, ...others] = changes;
  return say`${who} ${first}${others.map((change) => say` and ${change}`).flat()}`;
}

/** An action of an operator of the installation. */
const operated =
  (verb: string) =>
  ({ target }: Story): Phrase =>
    say`An operator of Patchbay ${verb} ${target}`;

/** At most so many accounts are named. */
const mostNamed = 3;

/** Of a choice of accounts; none are all of them. */
function accountsChosen({ names, count }: Story): Phrase {
  const all = count('accounts');
  if (all === 0) return ['all accounts'];
  const shown = names('accounts').slice(0, mostNamed);
  if (shown.length === 0) return [all === 1 ? '1 account' : `${all} accounts`];
  const more = all - shown.length;
  const rest: Phrase[] = more > 0 ? [[`${more} more`]] : [];
  const parts = [...shown.map((name) => named(name)), ...rest];
  return parts.flatMap((part, index) => {
    if (index === 0) return part;
    return [index === parts.length - 1 ? ' and ' : ', ', ...part];
  });
}

const thingsOf: readonly (readonly [fact: string, one: string, many: string])[] = [
  ['integrations', 'integration', 'integrations'],
  ['grants', 'grant', 'grants'],
  ['connectLinks', 'connect link', 'connect links'],
  ['apiKeys', 'API key', 'API keys'],
  ['invitations', 'invitation', 'invitations'],
  ['assignments', 'assignment', 'assignments'],
];

function workspaceDeleted({ who, target, fact }: Story): Phrase {
  const gone = thingsOf.flatMap(([name, one, many]) => {
    const count = Number(fact(name) ?? 0);
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
  });
  return say`${who} deleted the workspace ${target}${gone.length > 0 ? ` with ${listed(gone)}` : undefined}`;
}

function organizationClosed({ who, target, date, fact, isByOperator }: Story): Phrase {
  const end = date(fact('deletesAt'));
  const by = isByOperator ? 'An operator of Patchbay' : who;
  return say`${by} closed the organization ${target}${end && `: it is deleted on ${end}`}`;
}

const joined: Readonly<Record<string, string>> = {
  sign_up: ' by creating the organization',
  domain: ' with an address of its domain',
  invitation: ' by invitation',
};

function roleChanged(story: Story): Phrase {
  const { who, isOwn, target, before, after } = story;
  const [old, now] = [aRole(before('role')), aRole(after('role'))];
  if (isOwn && now !== undefined)
    return say`${who} became ${now}${inPlace(story)}${old && say`, and was ${old} before`}`;
  const from = old && say` from ${old}`;
  return say`${who} changed the role of ${target}${inPlace(story)}${from}${now && say` to ${now}`}`;
}

function memberRemoved({ who, isOwn, target, count, fact }: Story): Phrase {
  const reason = fact('reason');
  const removal =
    reason === 'workspace_deleted'
      ? say`${target} left the organization, because their only workspace was deleted`
      : reason === 'account_deleted'
        ? say`${target} left the organization by deleting their account`
        : isOwn
          ? say`${who} left the organization`
          : say`${who} removed ${target} from the organization`;
  const keys = count('organizationKeys');
  const links = Number(fact('liveConnectLinks') ?? 0);
  const left = [
    ...(keys > 0 ? [keys === 1 ? 'an API key they made' : `${keys} API keys they made`] : []),
    ...(links > 0
      ? [links === 1 ? 'a connect link they could see' : `${links} connect links they could see`]
      : []),
  ];
  const works = keys + links === 1 ? 'still works' : 'still work';
  return say`${removal}${left.length > 0 ? `; ${listed(left)} ${works}` : undefined}`;
}

function keyCreated(story: Story): Phrase {
  const { who, after, date } = story;
  const level = after('level');
  const reach = level === 'user' ? ['themselves'] : place(story);
  const until = date(after('expiresAt'));
  return say`${who} created ${key(story)} for ${reach}${asRole(after('role'))}${until && `, until ${until}`}`;
}

const revokedBecause: Readonly<Record<string, string>> = {
  member_removed: ' by removing the person who made it from the organization',
  workspace_member_removed: ' by removing the person who made it from the workspace',
};

const integrationFields: Readonly<Record<string, string>> = {
  settings: 'the settings',
  returnUrl: 'the return address',
  access: 'the access',
};

function integrationChanged(story: Story): Phrase {
  const { who, isChanged, before, after } = story;
  const fields = Object.entries(integrationFields).flatMap(([field, name]) =>
    isChanged(field) ? [name] : [],
  );
  const [old, name] = [before('name'), after('name')];
  const changed = fields.length === 0 ? undefined : say`changed ${listed(fields)} of ${it(story)}`;
  if (old === undefined || name === undefined) return say`${who} ${changed ?? say`changed ${it(story)}`}`;
  const of = story.workspace && say` of ${story.workspace}`;
  return say`${who} renamed ${named(old)}${of} to ${named(name)}${fields.length > 0 ? ` and changed ${listed(fields)}` : undefined}`;
}

const failures: Readonly<Record<string, string>> = {
  permanent: ', but the provider refused',
  transient: ", but the provider couldn't be reached",
  ours: ", but Patchbay isn't fully set up for this provider",
  declined: ', but declined at the provider',
};

/** What became of an integration, after a check. */
const becomes: Readonly<Record<string, string>> = {
  active: 'it works again',
  error: "it has stopped working, because the provider doesn't accept its access anymore",
  pending: "it isn't connected yet",
};

function statusChanged(story: Story): Phrase {
  const { who, actor, after } = story;
  const status = after('status') ?? '';
  if (actor !== 'system') return say`${who} checked ${it(story)}${becomes[status] && `: ${becomes[status]}`}`;
  if (status === 'error')
    return say`${it(story)} stopped working: the provider doesn't accept its access anymore`;
  return status === 'active' ? say`${it(story)} works again` : say`The status of ${it(story)} changed`;
}

function endsSoon(story: Story): Phrase {
  const [days, end] = [story.fact('daysLeft'), story.date(story.fact('endsAt'))];
  const within = days === undefined ? ' soon' : days === '1' ? ' within a day' : ` within ${days} days`;
  return say`The access of ${it(story)} ends${within}${end && `, on ${end}`}: the client has to connect again`;
}

const enabledAs: Readonly<Record<string, string>> = {
  active: ', and it works',
  error: ", but the provider doesn't accept its access anymore",
  pending: ", and it isn't connected yet",
};

function requestSent(story: Story): Phrase {
  const { who, fact } = story;
  const [method, path, status] = [fact('method'), fact('path'), fact('status')];
  const request = path === undefined ? undefined : say`: ${method && `${method} `}${named(path)}`;
  return say`${who} sent a change through ${it(story)}${request}${status === undefined ? ', without a known answer' : `, answered with ${status}`}`;
}

const accesses: Readonly<Record<string, string>> = { read: ' to read', manage: ' to read and change' };

const webhookFields: Readonly<Record<string, string>> = {
  url: 'the address',
  description: 'the description',
  actions: 'the actions',
  workspace: 'the workspace',
};

function webhookChanged({ who, target, isChanged, after }: Story): Phrase {
  const status = after('status');
  const fields = Object.entries(webhookFields).flatMap(([field, name]) => (isChanged(field) ? [name] : []));
  if (status !== undefined) {
    const also = fields.length > 0 ? ` and changed ${listed(fields)}` : undefined;
    return say`${who} switched ${status === 'active' ? 'on' : 'off'} the webhook to ${target}${also}`;
  }
  return say`${who} changed ${fields.length > 0 ? `${listed(fields)} of ` : undefined}the webhook to ${target}`;
}

const deliveryEnds: Readonly<Record<string, string>> = {
  gone: ', because its receiver says that it is gone',
  failing: ', because nothing could be delivered to it',
};

/** A sentence for every action, as a colleague would say it. */
export const tellings: Readonly<Record<Schemas['AuditAction'], (story: Story) => Phrase>> = {
  'user.updated': ({ who, before, after }) => {
    const [old, name] = [before('name'), after('name')];
    const to = name === undefined ? undefined : say` to ${named(name)}`;
    return say`${who} changed their name${old === undefined ? undefined : say` from ${named(old)}`}${to}`;
  },
  'user.signed_in': ({ who, fact }) => say`${who} signed in${methods[fact('method') ?? '']}`,
  'user.signed_out': ({ who }) => say`${who} signed out`,
  'session.revoked': sessionEnded,
  'user.deleted': ({ who }) => say`${who} deleted their account`,
  'user.suspended': operated('suspended'),
  'user.resumed': operated('ended the suspension of'),
  'user.inspected': operated('looked at what is stored about'),
  'passkey.created': ({ who, target }) => say`${who} added the passkey ${target}`,
  'passkey.deleted': ({ who, target }) => say`${who} deleted the passkey ${target}`,
  'passkey.suspended': ({ target }) =>
    say`The passkey ${target} was ended, because it may have been copied: its counter went back`,
  'organization.created': ({ who, target }) => say`${who} created the organization ${target}`,
  'organization.updated': organizationChanged,
  'organization.closed': organizationClosed,
  'organization.restored': ({ who, target }) => say`${who} restored the organization ${target}`,
  'organization.deleted': ({ target }) => say`The organization ${target} was deleted`,
  'organization.suspended': operated('suspended the organization'),
  'organization.resumed': operated('ended the suspension of the organization'),
  'organization.inspected': operated('looked at what is stored about the organization'),
  'member.added': ({ target, after, fact }) =>
    say`${target} joined the organization${asRole(after('role'))}${joined[fact('by') ?? '']}`,
  'member.role_changed': roleChanged,
  'member.removed': memberRemoved,
  'invitation.created': (story) =>
    say`${story.who} invited ${story.target} to ${place(story)}${asRole(story.after('role'))}`,
  'invitation.resent': (story) => say`${story.who} invited ${story.target} to ${place(story)} again`,
  'invitation.accepted': (story) => say`${story.who} accepted the invitation to ${place(story)}`,
  'invitation.declined': (story) => say`${story.who} declined the invitation to ${place(story)}`,
  'invitation.canceled': (story) =>
    say`${story.who} withdrew the invitation of ${story.target} to ${place(story)}`,
  'workspace.created': ({ who, target }) => say`${who} created the workspace ${target}`,
  'workspace.updated': (story) => renamed('the workspace', story),
  'workspace.deleted': workspaceDeleted,
  'workspace_member.added': (story) => {
    const role = asRole(story.after('role'));
    return story.isOwn
      ? say`${story.who} joined ${place(story)}${role}`
      : say`${story.who} added ${story.target} to ${place(story)}${role}`;
  },
  'workspace_member.role_changed': roleChanged,
  'workspace_member.removed': (story) =>
    story.isOwn
      ? say`${story.who} left ${place(story)}`
      : say`${story.who} removed ${story.target} from ${place(story)}`,
  'api_key.created': keyCreated,
  'api_key.updated': (story) => say`${renamed('the API key', story)}${prefixOf(story)}`,
  'api_key.disabled': (story) => say`${story.who} switched off ${key(story)}`,
  'api_key.enabled': (story) => say`${story.who} switched ${key(story)} on again`,
  'api_key.rotated': (story) =>
    say`${story.who} replaced ${key(story)} by a new one${grace(story.fact('graceHours'))}`,
  'api_key.revoked': (story) =>
    say`${story.who} revoked ${key(story)}${revokedBecause[story.fact('because') ?? '']}`,
  'integration.created': (story) => say`${story.who} added ${story.target} to ${place(story)}`,
  'integration.updated': integrationChanged,
  'integration.deleted': (story) => say`${story.who} deleted ${it(story)}`,
  'integration.connect_link_issued': (story) => {
    const until = story.date(story.fact('expiresAt'));
    return say`${story.who} made a new connect link for ${it(story)}${until && `, which works until ${until}`}`;
  },
  'integration.connect_link_revoked': (story) => say`${story.who} withdrew the connect link of ${it(story)}`,
  'integration.connected': (story) => {
    const account = story.fact('connectedAccount');
    return say`${story.who} connected ${it(story)}${account === undefined ? undefined : say` to ${named(account)}`}`;
  },
  'integration.accounts_chosen': (story) => say`${story.who} chose ${accountsChosen(story)} for ${it(story)}`,
  'integration.connect_failed': (story) =>
    say`${story.who} tried to connect ${it(story)}${failures[story.fact('kind') ?? '']}`,
  'integration.status_changed': statusChanged,
  'integration.authorization_ending': endsSoon,
  'integration.disabled': (story) => say`${story.who} switched off ${it(story)}`,
  'integration.enabled': (story) =>
    say`${story.who} switched ${it(story)} on again${enabledAs[story.fact('status') ?? '']}`,
  'integration.used': (story) => say`${story.who} read through ${it(story)} for the first time that day`,
  'integration.request_sent': requestSent,
  'grant.created': (story) =>
    say`${story.who} gave access${accesses[story.fact('access') ?? '']}${inPlace(story)}: ${story.target}`,
  'grant.revoked': (story) => {
    const reason = story.fact('reason');
    if (reason === 'key_ended')
      return say`An access${inPlace(story)} ended with its API key: ${story.target}`;
    if (reason === 'accounts_changed')
      return say`An access${inPlace(story)} ended because the connection is for other accounts now: ${story.target}`;
    return say`${story.who} took back an access${inPlace(story)}: ${story.target}`;
  },
  'webhook.created': (story) =>
    say`${story.who} added a webhook to ${story.target}${story.workspace && say` for ${story.workspace}`}`,
  'webhook.updated': webhookChanged,
  'webhook.deleted': ({ who, target }) => say`${who} deleted the webhook to ${target}`,
  'webhook.secret_rotated': ({ who, target, fact }) =>
    say`${who} gave the webhook to ${target} a new secret${grace(fact('graceHours'))}`,
  'webhook.disabled': ({ who, target, fact }) =>
    say`${who} switched off the webhook to ${target}${deliveryEnds[fact('reason') ?? '']}`,
};
