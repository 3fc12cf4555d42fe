import type { Client } from '../client.ts';
import { agency, clients, people, playground } from '../people.ts';
import { organizationPath, type Stage, type Team, workspacePath } from '../stage.ts';

const nameAs = async (client: Client, name: string): Promise<Client> => {
  await client.patch('/v1/me', { name });
  return client;
};

const idOf = async (client: Client): Promise<string> => (await client.get<{ id: string }>('/v1/me')).id;

/** Accepts or declines the only invitation that waits for this person. */
async function answer(client: Client, verb: 'accept' | 'decline'): Promise<void> {
  const { invitations } = await client.get<{ invitations: { id: string }[] }>('/v1/me/invitations');
  for (const { id } of invitations) await client.post(`/v1/me/invitations/${id}/${verb}`);
}

/** Somebody who was invited signs in, says who they are, and answers. */
async function answerInvitation(
  { sessions }: Stage,
  { email, name }: { readonly email: string; readonly name: string },
  verb: 'accept' | 'decline' = 'accept',
): Promise<Client> {
  const client = await nameAs(await sessions.of(email), name);
  await answer(client, verb);
  return client;
}

/** Colleagues whose address is of the agency's domain need no invitation: signing in makes them members. */
async function joinByDomain({ sessions }: Stage, { email, name }: { email: string; name: string }) {
  return nameAs(await sessions.of(email), name);
}

/** The agency is founded, colleagues join, one gets more rights, one leaves again, and a bookkeeper may look. */
export async function buildTeam(stage: Stage): Promise<Team> {
  const { client, sessions } = stage;
  const signUp = {
    email: people.lena.email,
    name: people.lena.name,
    organizationName: 'Nordlicht',
    organizationSlug: agency.slug,
    provider: 'magic-link',
  };
  const lena = await sessions.after(people.lena.email, () => client.post('/v1/signup', signUp));
  await lena.patch(organizationPath, { name: agency.name });

  const jonas = await joinByDomain(stage, people.jonas);
  await lena.patch(`${organizationPath}/members/${await idOf(jonas)}`, { role: 'admin' });
  const mira = await joinByDomain(stage, people.mira);

  const felix = await joinByDomain(stage, { email: 'felix@nordlicht.example', name: 'Felix Kraus' });
  await lena.delete(`${organizationPath}/members/${await idOf(felix)}`);

  await lena.post(`${organizationPath}/invitations`, { email: people.paula.email, role: 'viewer' });
  await answerInvitation(stage, people.paula);
  const waiting = await jonas.post<{ id: string }>(`${organizationPath}/invitations`, {
    email: 'nina@kontor-treuhand.example',
    role: 'viewer',
  });
  await jonas.post(`${organizationPath}/invitations/${waiting.id}/resend`);
  const mistyped = await jonas.post<{ id: string }>(`${organizationPath}/invitations`, {
    email: 'nina@kontor-treuhnad.example',
    role: 'viewer',
  });
  await jonas.post(`${organizationPath}/invitations/${mistyped.id}/cancel`);
  return { lena, jonas, mira };
}

type Role = 'admin' | 'member' | 'viewer';

const invite = (inviter: Client, slug: string, email: string, role: Role) =>
  inviter.post<{ id: string }>(`${workspacePath(slug)}/invitations`, { email, role });

/** A workspace for each client, and people of the clients as guests, with every role. Resolves with Ingrid's session. */
export async function openWorkspaces(stage: Stage, { lena, jonas, mira }: Team): Promise<Client> {
  const { fjord, cafe, museum } = clients;
  for (const { name, slug } of [fjord, cafe, museum, playground])
    await lena.post(`${organizationPath}/workspaces`, { name: slug === museum.slug ? 'Museum' : name, slug });
  await jonas.patch(workspacePath(museum.slug), { name: museum.name });

  await invite(jonas, fjord.slug, people.ingrid.email, 'member');
  const ingrid = await answerInvitation(stage, people.ingrid);
  const { id: ingridId } = await ingrid.get<{ id: string }>('/v1/me');
  await jonas.patch(`${workspacePath(fjord.slug)}/members/${ingridId}`, { role: 'admin' });

  await invite(lena, cafe.slug, people.bao.email, 'member');
  await answerInvitation(stage, people.bao);
  await invite(lena, museum.slug, people.greta.email, 'viewer');
  await answerInvitation(stage, people.greta);

  await invite(ingrid, fjord.slug, people.sam.email, 'member');
  const sam = await answerInvitation(stage, people.sam);
  const { id: samId } = await sam.get<{ id: string }>('/v1/me');
  await lena.post(`${workspacePath(museum.slug)}/members`, { userId: samId, role: 'viewer' });

  const { id: miraId } = await mira.get<{ id: string }>('/v1/me');
  await lena.post(`${workspacePath(cafe.slug)}/members`, { userId: miraId, role: 'admin' });

  await invite(ingrid, fjord.slug, 'erik@fjordfell.example', 'viewer');
  await answerInvitation(stage, { email: 'erik@fjordfell.example', name: 'Erik Dahl' }, 'decline');
  await invite(ingrid, fjord.slug, 'olaf@fjordfell.example', 'viewer');
  const withdrawn = await invite(mira, cafe.slug, 'kasse@morgenrot.example', 'viewer');
  await mira.post(`${workspacePath(cafe.slug)}/invitations/${withdrawn.id}/cancel`);
  return ingrid;
}
