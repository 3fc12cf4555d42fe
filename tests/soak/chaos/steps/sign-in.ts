import { cells, type Effect } from '../ledger.ts';
import type { Organization, Person } from '../world.ts';
import { asUser, holding, type Perform, type Step, type StepContext, targetOf, things } from './step.ts';

interface SignedIn {
  readonly token: string;
  readonly user: { readonly id: string; readonly name: string };
}

/** A killed mail worker leaves a claimed mail for two minutes: the person asks for another link long before. */
const mailWaitMs = 12_000;

/** The organization that the sign-in makes the person a member of, and what it leaves there. */
function joins({ world }: StepContext, person: Person, founds: Organization | undefined) {
  const organization =
    founds ??
    (!person.hasAccount
      ? [...world.organizations, world.probe].find(({ slug }) => slug === person.domain)
      : undefined);
  const effects = (about: { targetId?: string }): Effect[] =>
    organization === undefined
      ? []
      : [
          ...(founds ? [{ action: 'organization.created', organization: organization.slug }] : []),
          { action: 'member.added', organization: organization.slug, ...about },
        ];
  return { organization, effects };
}

const displayName = ({ email }: Person): string => email.slice(0, email.indexOf('@'));

export interface SignInOptions {
  /** The organization of the person's sign-up. */
  readonly founds?: Organization;
  /** Runs while the link is spent. */
  readonly alongside?: () => Promise<unknown>;
}

/**
 * Asks for a link, waits for the mail and opens a session with it. Resolves with the session; undefined where no link could
 * be had or the answer with the session was lost.
 */
export async function openSession(
  context: StepContext,
  perform: Perform,
  person: Person,
  { founds, alongside }: SignInOptions = {},
): Promise<SignedIn | undefined> {
  const { email } = person;
  const since = Date.now();
  const signUp = {
    email,
    name: displayName(person),
    organizationName: founds?.slug,
    organizationSlug: founds?.slug,
    provider: 'magic-link',
  };
  const asked = await perform({
    operation: founds ? 'signUp' : 'requestSignInLink',
    actor: asUser(person),
    request: founds
      ? { method: 'POST', path: '/v1/signup', body: signUp }
      : { method: 'POST', path: '/v1/auth/magic-link', body: { email } },
    mail: { to: email, purpose: 'sign-in link' },
    effects: () => [],
  });
  if (asked.outcome !== 'acknowledged') return undefined;
  const token = await context.mailbox.linkTo(email, since, mailWaitMs);
  if (token === undefined) return undefined;

  const { organization, effects } = joins(context, person, founds);
  const isFirst = !person.hasAccount;
  const spending = perform<SignedIn>({
    operation: 'verifySignInLink',
    actor: asUser(person),
    request: { method: 'POST', path: '/v1/auth/magic-link/verify', body: { token } },
    effects: (opened) => {
      const about = opened === undefined ? targetOf(person) : { targetId: opened.user.id };
      return [{ action: 'user.signed_in', person: email, ...about }, ...effects(about)];
    },
    writes: () => [
      ...(isFirst ? [{ cell: cells.personName(email), value: displayName(person) }] : []),
      ...(organization
        ? [
            {
              cell: cells.member(organization.slug, email),
              value: organization === founds ? 'admin' : 'member',
            },
          ]
        : []),
      ...(founds ? [{ cell: cells.organizationName(founds.slug), value: founds.slug }] : []),
    ],
    ...(organization && {
      membership: { email, organization: organization.slug, is: 'begun' as const },
    }),
    // An attempt at asking for a link that is executed late replaces the link: then a spent link and a replaced one look
    // alike.
    afterLoss: { status: 401, means: asked.uncertain ? 'unknown' : 'acknowledged' },
    refusals: asked.uncertain ? [401] : [],
  });
  const [{ outcome, body }] = await Promise.all([spending, alongside?.()]);
  if (outcome === 'unknown' && isFirst) context.world.forget(person);
  if (outcome === 'acknowledged') person.hasAccount = true;
  if (outcome === 'acknowledged' && organization)
    organization.members.set(email, organization === founds ? 'admin' : 'member');
  if (body === undefined) return undefined;
  person.userId = body.user.id;
  return body;
}

const isInvited = ({ invitations }: Organization, person: Person): boolean =>
  invitations.some(({ invitee }) => invitee === person);

/** Who can get a link: people with an account, a domain or an invitation. */
const maySignIn = ({ world }: StepContext, person: Person): boolean =>
  person.hasAccount ||
  person.domain !== undefined ||
  world.organizations.some((organization) => isInvited(organization, person));

/** Signs a person in and goes on with the new session. */
export async function signIn(
  context: StepContext,
  person: Person,
  options: SignInOptions = {},
): Promise<boolean> {
  const held = [things.link(person)];
  // The first sign-in also gives the person a name and a membership, and may need an invitation that stays pending.
  if (!person.hasAccount) {
    held.push(things.name(person));
    for (const organization of context.world.organizations)
      if (organization.slug === person.domain || isInvited(organization, person))
        held.push(things.member(organization, person));
  }
  if (options.founds === undefined && !maySignIn(context, person)) return false;
  return holding(context, held, async (perform) => {
    const opened = await openSession(context, perform, person, options);
    if (opened !== undefined) person.session = opened.token;
  });
}

export const signInAgain: Step = async (context) =>
  signIn(context, context.random.pick(context.world.people));

/** Opens a session beside the one in use and ends it. */
export const signInAndOut: Step = async (context) => {
  const person = context.random.pick(context.world.people);
  if (person.userId === undefined) return false;
  return holding(context, [things.link(person)], async (perform) => {
    const opened = await openSession(context, perform, person);
    if (opened === undefined) return;
    await perform({
      operation: 'signOut',
      actor: asUser(person),
      request: { method: 'POST', path: '/v1/auth/sign-out', session: opened.token },
      effects: () => [{ action: 'user.signed_out', person: person.email, ...targetOf(person) }],
      afterLoss: { status: 401, means: 'acknowledged' },
    });
  });
};
