import { NotFound, type Patchbay } from '@patchbay/client';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes, Failure, usageFailure } from '../failure.ts';
import { hostOf } from '../settings/host.ts';
import { isInteractive } from '../terminal/io.ts';
import { choose, slugOptions } from '../terminal/prompt.ts';
import { cleanLine } from '../text/clean.ts';

interface Chosen {
  readonly org: string;
  readonly workspace?: string | undefined;
}

async function ask({ io }: Context, client: Patchbay): Promise<Chosen> {
  const { organizations } = await client.listOrganizations();
  if (organizations.length === 0) throw new Failure('You are in no organization.');
  const org = await choose(io, 'Which organization?', slugOptions(organizations));
  const { workspaces } = await client.listWorkspaces({ orgSlug: org });
  if (workspaces.length === 0) return { org };
  const none = { label: 'none of them', value: undefined };
  return { org, workspace: await choose(io, 'Which workspace?', [...slugOptions(workspaces), none]) };
}

/** Fails if the organization or workspace does not exist or the caller has no access. */
async function check(client: Patchbay, { org, workspace }: Chosen): Promise<void> {
  try {
    if (workspace === undefined) await client.getOrganization({ orgSlug: org });
    else await client.getWorkspace({ orgSlug: org, workspaceSlug: workspace });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    const what = workspace === undefined ? `organization ${org}` : `workspace ${workspace} in ${org}`;
    const list = workspace === undefined ? 'org list' : `workspace list --org ${org}`;
    throw new Failure(
      `There is no ${what} that you can see.`,
      exitCodes.notFound,
      workspace === undefined
        ? `Run \`patchbay ${list}\`. A workspace of the current organization is written /${org}.`
        : `Run \`patchbay ${list}\`.`,
    );
  }
}

function parse(given: string, context: Context): Chosen {
  const [org, workspace, ...more] = given.split('/');
  if (more.length > 0 || workspace === '')
    throw usageFailure(
      `"${given}" is not an organization, or an organization and a workspace.`,
      'Give it as acme or acme/spring.',
    );
  return { org: org || context.org, workspace };
}

export const use: Command = {
  path: ['use'],
  summary: 'Choose the organization and the workspace that commands work in',
  description:
    'Remembers an organization, or an organization and a workspace, for the profile. `/spring` is a workspace of the current organization. Without an argument it asks on a terminal; elsewhere it prints what is chosen.',
  args: [
    {
      name: 'organization[/workspace]',
      description: 'The slugs.',
      isOptional: true,
      completes: { operationId: 'listOrganizations' },
    },
  ],
  examples: ['patchbay use acme', 'patchbay use acme/spring', 'patchbay use /spring'],
  async run(context, { args: [given] }) {
    const { io, host, profileName, profiles } = context;
    if (given === undefined && !isInteractive(io)) {
      const { chosenOrg, chosenWorkspace } = context;
      if (chosenOrg === undefined)
        throw new Failure('No organization is chosen.', undefined, 'Run `patchbay use <organization>`.');
      io.stdout.write(`${[chosenOrg, chosenWorkspace].filter(Boolean).join('/')}\n`);
      return;
    }
    const before = profiles.find(profileName);
    if (before !== undefined && hostOf(before.host) !== host)
      throw usageFailure(
        `Profile ${profileName} is for ${before.host}.`,
        'Give --profile, or leave --host out.',
      );
    const client = await context.client();
    const chosen = given === undefined ? await ask(context, client) : parse(given, context);
    if (given !== undefined) await check(client, chosen);
    const { org: _org, workspace: _workspace, ...rest } = before ?? { host };
    const { org, workspace } = chosen;
    profiles.save(profileName, { ...rest, org, ...(workspace !== undefined && { workspace }) });
    const where =
      workspace === undefined ? `the organization ${org}` : `the workspace ${workspace} of ${org}`;
    io.stderr.write(`Commands work in ${cleanLine(where)} now.\n`);
  },
};
