import type { Request } from '../client.ts';
import { type Change, cells } from '../ledger.ts';
import type { Invitation, Organization, Workspace } from '../world.ts';
import { signIn } from './sign-in.ts';
import { asUser, holding, pathOf, pickFrom, type Step, sessionOf, targetOf, things } from './step.ts';

const placeOf = (slug: string, workspace: Workspace | undefined): string =>
  workspace === undefined ? slug : `${slug}/${workspace.slug}`;

const pathIn = (organization: Organization, workspace: Workspace | undefined): string =>
  workspace === undefined ? pathOf(organization) : `${pathOf(organization)}/workspaces/${workspace.slug}`;

const cellOf = ({ slug }: Organization, { workspace, invitee, number }: Omit<Invitation, 'id'>): string =>
  cells.invitation(placeOf(slug, workspace), invitee.email, number);

/** The owner with a session, or an organization-level key of the owner with role admin. */
function inviterOf(
  organization: Organization,
  byKey: boolean,
): { actor: Change['actor']; credential: Pick<Request, 'session' | 'apiKey'> } {
  const { owner, keys } = organization;
  const key = keys.find(
    ({ level, status, name }) => level === 'organization' && status === 'active' && name.startsWith('Steady'),
  );
  return byKey && key !== undefined
    ? { actor: { email: owner.email, type: 'api_key' }, credential: { apiKey: key.secret } }
    : { actor: asUser(owner), credential: sessionOf(owner) };
}

/** Invites somebody who is not a member, into the organization or as a guest into a workspace. */
export const invite: Step = async (context) => {
  const { random, world } = context;
  const organization = random.pick(world.active);
  const { slug, members, invitations, invited } = organization;
  const workspace = random.chance(0.3) ? pickFrom(random, organization.workspaces) : undefined;
  const strangers = world.people.filter(
    (person) =>
      !members.has(person.email) &&
      (person.hasAccount || person.domain === undefined) &&
      !invitations.some(({ invitee }) => invitee === person),
  );
  const invitee = pickFrom(random, strangers);
  if (invitee === undefined) return false;
  return holding(context, [things.member(organization, invitee)], async (perform) => {
    if (members.has(invitee.email) || invitations.some((other) => other.invitee === invitee)) return;
    const role = random.pick(['member', 'viewer'] as const);
    const place = `${placeOf(slug, workspace)} ${invitee.email}`;
    const number = (invited.get(place) ?? 0) + 1;
    const { actor, credential } = inviterOf(organization, random.chance(0.3));
    const cell = cellOf(organization, { number, invitee, role, workspace });
    const { outcome, body } = await perform<{ id: string }>({
      operation: 'createInvitation',
      actor,
      creates: true,
      request: {
        method: 'POST',
        path: `${pathIn(organization, workspace)}/invitations`,
        body: { email: invitee.email, role },
        ...credential,
      },
      mail: { to: invitee.email, purpose: 'invitation' },
      effects: (created) => [
        { action: 'invitation.created', organization: slug, ...(created && { targetId: created.id }) },
      ],
      writes: () => [{ cell, value: 'pending' }],
    });
    if (outcome !== 'acknowledged' || body === undefined) return;
    invited.set(place, number);
    invitations.push({ id: body.id, number, invitee, role, workspace });
  });
};

/** What accepting leaves in the trail and shows afterwards. The invitee is not a member, as `invite` ensures. */
const accepted = ({ slug }: Organization, { invitee, role, workspace }: Invitation) => ({
  effects: [
    { action: 'member.added', organization: slug, ...targetOf(invitee) },
    ...(workspace === undefined
      ? []
      : [{ action: 'workspace_member.added', organization: slug, ...targetOf(invitee) }]),
  ],
  writes: [
    { cell: cells.member(slug, invitee.email), value: workspace === undefined ? role : 'guest' },
    ...(workspace === undefined
      ? []
      : [{ cell: cells.assignment(slug, workspace.slug, invitee.email), value: 'assigned' }]),
  ],
});

async function answer(
  context: Parameters<Step>[0],
  organization: Organization,
  invitation: Invitation,
  verb: 'accept' | 'decline' | 'cancel',
): Promise<boolean> {
  const { invitee, workspace, role, id } = invitation;
  const { slug, owner, members, invitations } = organization;
  const by = verb === 'cancel' ? owner : invitee;
  const status = { accept: 'accepted', decline: 'declined', cancel: 'canceled' }[verb];
  const path =
    verb === 'cancel'
      ? `${pathIn(organization, workspace)}/invitations/${id}/cancel`
      : `/v1/me/invitations/${id}/${verb}`;
  const more = verb === 'accept' ? accepted(organization, invitation) : { effects: [], writes: [] };
  return holding(context, [things.member(organization, invitee)], async (perform) => {
    if (!invitations.includes(invitation)) return;
    const { outcome } = await perform({
      operation: `${verb}Invitation`,
      actor: asUser(by),
      request: { method: 'POST', path, ...sessionOf(by) },
      effects: () => [{ action: `invitation.${status}`, organization: slug, targetId: id }, ...more.effects],
      writes: () => [{ cell: cellOf(organization, invitation), value: status }, ...more.writes],
      ...(verb === 'accept' && {
        membership: { email: invitee.email, organization: slug, is: 'begun' as const },
      }),
      afterLoss: { status: 409, means: 'acknowledged' },
    });
    if (outcome !== 'acknowledged') return;
    invitations.splice(invitations.indexOf(invitation), 1);
    if (verb !== 'accept') return;
    members.set(invitee.email, workspace === undefined ? role : 'guest');
    workspace?.assigned.add(invitee.email);
  });
}

/** Most invitations are accepted; some are declined or canceled. The invitee signs in first where needed. */
export const answerInvitation: Step = async (context) => {
  const { random, world } = context;
  const organization = random.pick(world.active);
  const invitation = pickFrom(random, organization.invitations);
  if (invitation === undefined) return false;
  const verb = random.pick(['accept', 'accept', 'accept', 'accept', 'decline', 'cancel'] as const);
  if (
    verb !== 'cancel' &&
    invitation.invitee.session === undefined &&
    !(await signIn(context, invitation.invitee))
  )
    return false;
  if (verb !== 'cancel' && invitation.invitee.session === undefined) return true;
  return answer(context, organization, invitation, verb);
};

/** Sends the mail of a pending invitation again. Not a creation: each attempt that is executed sends a mail. */
export const resendInvitation: Step = async (context) => {
  const { random, world } = context;
  const organization = random.pick(world.active);
  const invitation = pickFrom(random, organization.invitations);
  if (invitation === undefined) return false;
  const { invitee, workspace, id } = invitation;
  return holding(context, [things.member(organization, invitee)], async (perform) => {
    if (!organization.invitations.includes(invitation)) return;
    await perform({
      operation: 'resendInvitation',
      actor: asUser(organization.owner),
      request: {
        method: 'POST',
        path: `${pathIn(organization, workspace)}/invitations/${id}/resend`,
        ...sessionOf(organization.owner),
      },
      mail: { to: invitee.email, purpose: 'invitation' },
      effects: () => [{ action: 'invitation.resent', organization: organization.slug, targetId: id }],
      // Each execution extends the expiry and is an entry: one attempt, so that at most one is expected.
      givesUp: true,
    });
  });
};
