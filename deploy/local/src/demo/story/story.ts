import type { Stage } from '../stage.ts';
import { makeKeys } from './api-keys.ts';
import { connectIntegrations } from './integrations.ts';
import { buildTeam } from './team.ts';
import { openWorkspaces } from './workspaces.ts';

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
