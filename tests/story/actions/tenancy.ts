import type { Action } from '@patchbay/trail/action';
import { type Person, signInByLink, type World } from './world.ts';

const org = { orgSlug: 'acme' };
export const spring = { ...org, workspaceSlug: 'spring' };

interface Created {
  readonly id: string;
}

/** The invitation becomes one of the caller, who accepts it. */
export async function accept(
  { perform }: Pick<World, 'perform'>,
  person: Person,
  id: string,
  expected: Parameters<World['perform']>[2],
): Promise<void> {
  await perform('acceptInvitation', { params: { id }, headers: person.headers }, expected);
}

/** Gil invites Bob into a workspace of globex before acme exists. Nobody's trail has Bob's first session: he is in no organization. */
export async function joinAsGuest(world: World, gil: Person['headers']): Promise<Person> {
  const { perform } = world;
  const globex = { orgSlug: 'globex' };
  await perform(
    'createWorkspace',
    { params: globex, headers: gil, body: { name: 'West', slug: 'west' } },
    { globex: ['workspace.created'] },
  );
  const { body } = await perform<Created>(
    'createWorkspaceInvitation',
    {
      params: { ...globex, workspaceSlug: 'west' },
      headers: gil,
      body: { email: 'bob@acme.example', role: 'member' },
    },
    { globex: ['invitation.created'] },
  );
  const bob = await signInByLink(world, 'bob@acme.example', {});
  await accept(world, bob, body.id, {
    globex: ['invitation.accepted', 'member.added', 'workspace_member.added'],
  });
  return bob;
}

/** Renames what can be renamed. */
export async function rename({ perform }: World, { headers }: Person): Promise<void> {
  await perform('updateMe', { headers, body: { name: 'Ada "\\ 🚀' } }, ['user.updated']);
  await perform('updateMe', { headers, body: { name: 'Ada "\\ 🚀' } });
  await perform('updateOrganization', { params: org, headers, body: { name: 'Acme' } }, [
    'organization.updated',
  ]);
  await perform('createWorkspace', { params: org, headers, body: { name: 'Frühling', slug: 'spring' } }, [
    'workspace.created',
  ]);
  await perform('updateWorkspace', { params: spring, headers, body: { name: 'Spring 🌱' } }, [
    'workspace.updated',
  ]);
}

/** Invitations in every way, to the organization for Carol and to the workspace for Dan. Resolves with Carol. */
export async function invite(world: World, ada: Person): Promise<Person> {
  const { perform } = world;
  const { headers } = ada;
  const invited = async (place: 'Organization' | 'Workspace', email: string, role: string) => {
    const params = place === 'Organization' ? org : spring;
    const request = { params, headers, body: { email, role } };
    const { body } = await perform<Created>(`create${place}Invitation`, request, ['invitation.created']);
    return body.id;
  };
  const sendAgainAndCancel = async (place: 'Organization' | 'Workspace', email: string) => {
    const params = {
      ...(place === 'Organization' ? org : spring),
      id: await invited(place, email, 'member'),
    };
    await perform(`resend${place}Invitation`, { params, headers }, ['invitation.resent']);
    await perform(`cancel${place}Invitation`, { params, headers }, ['invitation.canceled']);
    await perform(`cancel${place}Invitation`, { params, headers, status: 409 });
  };
  const [carolsEmail, dansEmail] = ['carol@elsewhere.example', 'dan@elsewhere.example'];
  await sendAgainAndCancel('Organization', carolsEmail);
  await sendAgainAndCancel('Workspace', dansEmail);

  const declined = await invited('Organization', carolsEmail, 'viewer');
  const carol = await signInByLink(world, carolsEmail, {});
  await perform('declineInvitation', { params: { id: declined }, headers: carol.headers }, [
    'invitation.declined',
  ]);
  const asViewer = await invited('Organization', carolsEmail, 'viewer');
  await accept(world, carol, asViewer, ['invitation.accepted', 'member.added']);
  const asMember = await invited('Organization', carolsEmail, 'member');
  await accept(world, carol, asMember, ['invitation.accepted', 'member.role_changed']);

  const asGuest = await invited('Workspace', dansEmail, 'member');
  const dan = await signInByLink(world, dansEmail, {});
  await accept(world, dan, asGuest, ['invitation.accepted', 'member.added', 'workspace_member.added']);
  const asAdmin = await invited('Workspace', dansEmail, 'admin');
  await accept(world, dan, asAdmin, ['invitation.accepted', 'workspace_member.role_changed']);
  return carol;
}

const newKey = async (
  { perform }: Pick<World, 'perform'>,
  { headers }: Person,
  body: Readonly<Record<string, unknown>>,
) =>
  (
    await perform<{ id: string; key: string; prefix: string }>(
      'createApiKey',
      { params: org, headers, body },
      ['api_key.created'],
    )
  ).body;

/** Carol is assigned, promoted and removed, and her keys with her. Resolves with the prefix of the key that stays. */
export async function removeMember(world: World, ada: Person, carol: Person): Promise<string> {
  const { perform } = world;
  const { headers } = ada;
  const { userId } = carol;
  const assigned = { params: { ...spring, userId }, headers };
  await perform('addWorkspaceMember', { params: spring, headers, body: { userId, role: 'viewer' } }, [
    'workspace_member.added',
  ]);
  await perform('updateWorkspaceMember', { ...assigned, body: { role: 'admin' } }, [
    'workspace_member.role_changed',
  ]);
  const ofWorkspace = { name: 'Carol’s', level: 'workspace', role: 'member', workspaceSlug: 'spring' };
  await newKey(world, carol, ofWorkspace);
  await perform('removeWorkspaceMember', assigned, ['workspace_member.removed', 'api_key.revoked']);

  const member = { params: { ...org, userId }, headers };
  await perform('updateOrganizationMember', { ...member, body: { role: 'admin' } }, ['member.role_changed']);
  await perform('updateOrganizationMember', { ...member, body: { role: 'admin' } });
  await newKey(world, carol, { name: 'Carol’s own', level: 'user' });
  await newKey(world, carol, ofWorkspace);
  const { prefix } = await newKey(world, carol, { name: 'stays', level: 'organization', role: 'viewer' });
  await perform('removeOrganizationMember', member, ['member.removed', 'api_key.revoked', 'api_key.revoked']);
  return prefix;
}

/** The life of a key. Resolves with one that works, for the workspace. */
export async function manageKeys(world: World, ada: Person): Promise<{ id: string; key: string }> {
  const { perform } = world;
  const { headers } = ada;
  const { id } = await newKey(world, ada, { name: 'CI', level: 'organization', role: 'viewer' });
  const request = { params: { ...org, id }, headers };
  await perform('updateApiKey', { ...request, body: { name: 'CI 2' } }, ['api_key.updated']);
  const twice = async (operation: string, action: Action) => {
    await perform(operation, request, [action]);
    await perform(operation, request);
  };
  await twice('disableApiKey', 'api_key.disabled');
  await twice('enableApiKey', 'api_key.enabled');
  const rotated = await perform<Created>('rotateApiKey', { ...request, body: { graceHours: 24 } }, [
    'api_key.rotated',
  ]);
  await perform('revokeApiKey', { params: { ...org, id: rotated.body.id }, headers }, ['api_key.revoked']);
  return newKey(world, ada, { name: 'Robot', level: 'workspace', role: 'member', workspaceSlug: 'spring' });
}

/** A workspace goes with its only guest, Eve, and her key; the organization is closed and restored; Fay deletes her account. */
export async function leave(world: World, { headers }: Person): Promise<void> {
  const { perform } = world;
  const autumn = { ...org, workspaceSlug: 'autumn' };
  await perform('createWorkspace', { params: org, headers, body: { name: 'Autumn', slug: 'autumn' } }, [
    'workspace.created',
  ]);
  const email = 'eve@elsewhere.example';
  const { body } = await perform<Created>(
    'createWorkspaceInvitation',
    { params: autumn, headers, body: { email, role: 'viewer' } },
    ['invitation.created'],
  );
  const eve = await signInByLink(world, email, {});
  await accept(world, eve, body.id, ['invitation.accepted', 'member.added', 'workspace_member.added']);
  await newKey(world, eve, { name: 'Eve’s own', level: 'user' });
  await perform('deleteWorkspace', { params: autumn, headers }, [
    'workspace.deleted',
    'member.removed',
    'api_key.revoked',
  ]);
  await perform('deleteWorkspace', { params: autumn, headers, status: 404 });
  const confirmed = { params: org, headers, body: { confirm: org.orgSlug } };
  await perform('deleteOrganization', confirmed, ['organization.closed']);
  await perform('deleteOrganization', { ...confirmed, status: 409 });
  await perform('restoreOrganization', { params: org, headers }, ['organization.restored']);
  await perform('restoreOrganization', { params: org, headers, status: 409 });
  await deleteAccount(world, headers);
}

/** Fay joins, makes a key, and deletes her account. */
async function deleteAccount(world: World, headers: Person['headers']): Promise<void> {
  const { perform } = world;
  const email = 'fay@elsewhere.example';
  const { body } = await perform<Created>(
    'createOrganizationInvitation',
    { params: org, headers, body: { email, role: 'member' } },
    ['invitation.created'],
  );
  const fay = await signInByLink(world, email, {});
  await accept(world, fay, body.id, ['invitation.accepted', 'member.added']);
  await newKey(world, fay, { name: 'Fay’s own', level: 'user' });
  await perform('deleteMe', { headers: fay.headers, body: { confirm: 'ada@acme.example' }, status: 400 });
  await perform('deleteMe', { headers: fay.headers, body: { confirm: email } }, [
    'member.removed',
    'api_key.revoked',
    'user.deleted',
  ]);
  await perform('deleteMe', { headers: fay.headers, body: { confirm: email }, status: 401 });
}
