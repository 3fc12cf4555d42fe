import type { Sender } from '../client/send.ts';
import { cells } from '../ledger/cells.ts';
import type { Observation } from '../verify/evidence.ts';
import type { Organization, Person } from '../world/world.ts';
import type { Read } from './read.ts';

interface Named {
  readonly email: string;
  readonly name: string;
  readonly role: string;
}

interface Invitation {
  readonly email: string;
  readonly status: string;
  readonly inviterEmail: string;
  readonly inviterName: string;
}

/** Numbers the things with the same name, in the order of the list, which is oldest first. */
function numbered<T>(items: readonly T[], nameOf: (item: T) => string): (readonly [T, number])[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const number = (counts.get(nameOf(item)) ?? 0) + 1;
    counts.set(nameOf(item), number);
    return [item, number] as const;
  });
}

const nameShown = (email: string, name: string, where: string): Observation => ({
  cell: cells.personName(email),
  value: name,
  where,
});

async function invitationsOf(read: Read, path: string, place: string): Promise<Observation[]> {
  const where = `GET ${path}/invitations`;
  const { invitations } = await read<{ invitations: Invitation[] }>(`${path}/invitations`);
  return numbered(invitations, ({ email }) => email).flatMap(([invitation, number]) => [
    { cell: cells.invitation(place, invitation.email, number), value: invitation.status, where },
    nameShown(invitation.inviterEmail, invitation.inviterName, where),
  ]);
}

async function workspaceState(read: Read, slug: string, path: string): Promise<Observation[]> {
  const { workspaces } = await read<{ workspaces: { slug: string; name: string }[] }>(`${path}/workspaces`);
  const observations: Observation[] = [];
  for (const { slug: workspace, name } of workspaces) {
    const own = `${path}/workspaces/${workspace}`;
    observations.push({
      cell: cells.workspace(slug, workspace),
      value: name,
      where: `GET ${path}/workspaces`,
    });
    const { members } = await read<{ members: (Named & { inherited: boolean })[] }>(`${own}/members`);
    for (const member of members) {
      const where = `GET ${own}/members`;
      observations.push(nameShown(member.email, member.name, where));
      if (!member.inherited)
        observations.push({
          cell: cells.assignment(slug, workspace, member.email),
          value: 'assigned',
          where,
        });
    }
    observations.push(...(await invitationsOf(read, own, `${slug}/${workspace}`)));
    const { integrations } = await read<{ integrations: { name: string; status: string }[] }>(
      `${own}/integrations`,
    );
    for (const { name: integration, status } of integrations)
      observations.push({
        cell: cells.integration(slug, workspace, integration),
        value: status === 'disabled' ? 'disabled' : 'enabled',
        where: `GET ${own}/integrations`,
      });
  }
  return observations;
}

/** Everything that the API shows the owner of an organization. */
export async function readOrganization(read: Read, { slug }: Organization): Promise<Observation[]> {
  const path = `/v1/organizations/${slug}`;
  const { name } = await read<{ name: string }>(path);
  const { members } = await read<{ members: Named[] }>(`${path}/members`);
  return [
    { cell: cells.organizationName(slug), value: name, where: `GET ${path}` },
    ...members.flatMap((member) => [
      { cell: cells.member(slug, member.email), value: member.role, where: `GET ${path}/members` },
      nameShown(member.email, member.name, `GET ${path}/members`),
    ]),
    ...(await workspaceState(read, slug, path)),
    ...(await invitationsOf(read, path, slug)),
  ];
}

/** The keys that a person may list: admins do not see the personal ones of others. */
export async function readKeys(
  read: Read,
  { slug }: Organization,
  { email }: Person,
): Promise<Observation[]> {
  const path = `/v1/organizations/${slug}/api-keys`;
  const { apiKeys } = await read<{ apiKeys: { name: string; status: string; creatorEmail: string }[] }>(path);
  const own = apiKeys.filter(({ creatorEmail }) => creatorEmail === email);
  return numbered(own, ({ name }) => name).map(([key, number]) => ({
    cell: cells.apiKey(slug, key.name, number),
    value: key.status,
    where: `GET ${path} as ${email}`,
  }));
}

/** Tries every key that clients have the secret of. */
export async function tryKeys(sender: Sender, { slug, keys }: Organization): Promise<Observation[]> {
  const path = `/v1/organizations/${slug}/workspaces`;
  const observations: Observation[] = [];
  for (const { name, number, secret } of keys) {
    const { attempt } = await sender.send({ method: 'GET', path, apiKey: secret });
    const value =
      attempt.status === 200 ? 'accepted' : attempt.status === 401 ? 'refused' : `answered ${attempt.status}`;
    observations.push({ cell: cells.apiKeyUse(slug, name, number), value, where: `GET ${path} with it` });
  }
  return observations;
}

export async function readPerson(read: Read, { email }: Person): Promise<Observation[]> {
  const { name } = await read<{ name: string }>('/v1/me');
  return [nameShown(email, name, 'GET /v1/me')];
}
