import type { Client } from '../client.ts';
import { clients } from '../people.ts';
import { organizationPath, type Stage, type Team, workspacePath } from '../stage.ts';
import { connectIntegrations } from './integrations.ts';
import { buildTeam, openWorkspaces } from './team.ts';

/** Makes the sample data, by requests to the HTTP API alone: everything in it has happened, and is in the audit trail. */
export async function tellStory(stage: Stage, print: (line: string) => void): Promise<void> {
  print('sample data: an agency and its people');
  const team = await buildTeam(stage);
  print('sample data: three clients and their guests');
  const ingrid = await openWorkspaces(stage, team);
  print('sample data: API keys');
  const key = await makeKeys(stage, team, ingrid);
  print('sample data: integrations in every state');
  await connectIntegrations(stage, team, ingrid, key);
}

const keysPath = `${organizationPath}/api-keys`;

interface Key {
  readonly id: string;
  readonly key: string;
}

const create = (creator: Client, key: Readonly<Record<string, unknown>>) => creator.post<Key>(keysPath, key);

/** Keys of every level, and one that is disabled, rotated, revoked. Resolves with a client that uses Ingrid's. */
async function makeKeys({ client }: Stage, team: Team, ingrid: Client): Promise<Client> {
  const { lena, jonas, mira } = team;
  const warehouse = await create(lena, { name: 'Data warehouse', level: 'organization', role: 'viewer' });
  await client.withKey(warehouse.key).get(`${organizationPath}/workspaces`);

  const reports = await create(lena, {
    name: 'Weekly reports',
    level: 'organization',
    role: 'member',
    expiresInDays: 90,
  });
  await lena.post(`${keysPath}/${reports.id}/rotate`, { graceHours: 24 });
  const trial = await create(lena, { name: 'Trial import', level: 'organization', role: 'admin' });
  await lena.post(`${keysPath}/${trial.id}/revoke`);

  const laptop = await create(mira, { name: "Mira's scripts", level: 'user', expiresInDays: 30 });
  await client.withKey(laptop.key).get('/v1/me');

  const dashboard = await create(jonas, {
    name: 'Till dashboard',
    level: 'workspace',
    role: 'viewer',
    workspaceSlug: clients.cafe.slug,
  });
  await jonas.post(`${keysPath}/${dashboard.id}/disable`);

  const checks = await create(ingrid, {
    name: 'Nightly checks',
    level: 'workspace',
    role: 'member',
    workspaceSlug: clients.fjord.slug,
  });
  const withKey = client.withKey(checks.key);
  await withKey.get(workspacePath(clients.fjord.slug));
  return withKey;
}
