import type { Schemas } from '@patchbay/client';
import { operationOf } from '../catalogue/lists.ts';
import { chooseThing, findId } from '../catalogue/things.ts';
import type { Context } from '../context.ts';
import { usageFailure } from '../failure.ts';
import { isInteractive } from '../terminal/io.ts';

export type Integration = Schemas['Integration'];

/** The slugs of the workspace that the command works in. */
export const scopeOf = ({ org, workspace }: Context) => ({ orgSlug: org, workspaceSlug: workspace });

/** The id of an integration of the workspace, by its id or its name. */
export const findIntegrationId = (context: Context, wanted: string): Promise<string> =>
  findId(context, operationOf('getIntegration'), 'id', wanted, scopeOf(context));

/** An integration of the workspace, by its id or its name; a person may choose it. */
export async function findIntegration(context: Context, wanted: string | undefined): Promise<Integration> {
  if (wanted === undefined && !isInteractive(context.io)) throw usageFailure('Missing: <integration>.');
  const id = await (wanted === undefined
    ? chooseThing(context, operationOf('listIntegrations'), 'id', scopeOf(context))
    : findIntegrationId(context, wanted));
  return await (await context.client()).getIntegration({ ...scopeOf(context), id });
}
