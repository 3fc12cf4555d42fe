import type { Schemas } from '@patchbay/client';
import type { Context } from '../context.ts';
import { exitCodes, Failure, usageFailure } from '../failure.ts';
import { plain } from '../terminal/plain.ts';

export type Integration = Schemas['Integration'];

/** The slugs of the workspace that the command works in. */
export const scopeOf = ({ org, workspace }: Context) => ({ orgSlug: org, workspaceSlug: workspace });

/** An integration of the workspace by its id or its name. */
export async function findIntegration(context: Context, wanted: string): Promise<Integration> {
  const client = await context.client();
  const { integrations } = await client.listIntegrations(scopeOf(context));
  const named = integrations.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const found = integrations.find(({ id }) => id === wanted) ?? named[0];
  if (found === undefined)
    throw new Failure(
      `The workspace ${context.workspace} has no integration ${plain(wanted)}.`,
      exitCodes.notFound,
      'Run `patchbay integration list` to see them.',
    );
  if (named.length > 1 && found.id !== wanted)
    throw usageFailure(
      `Several integrations have the name ${plain(wanted)}.`,
      `Give the id of one: ${named.map(({ id }) => id).join(', ')}`,
    );
  return found;
}
