import type { Client } from '../client.ts';
import { clients, people, playground } from '../people.ts';
import { organizationPath, type Stage, type Team, workspacePath } from '../stage.ts';
import { answerInvitation } from './team.ts';

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
