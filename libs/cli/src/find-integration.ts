import type { Context } from './context.ts';
import { exitCodes, Failure, usageFailure } from './failure.ts';
import { clean } from './output/clean.ts';

const isId = (given: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(given);

/** The id of an integration of the workspace that is named by its id or its name. */
export async function integrationId(context: Context, given: string): Promise<string> {
  if (isId(given)) return given;
  const [orgSlug, workspaceSlug] = [context.org, context.workspace];
  const { integrations } = await (await context.client()).listIntegrations({ orgSlug, workspaceSlug });
  const named = integrations.filter(({ name }) => name.toLowerCase() === given.toLowerCase());
  const exact = named.filter(({ name }) => name === given);
  const found = exact.length > 0 ? exact : named;
  if (found.length > 1) {
    const ids = found.map(({ id, provider }) => `  ${id}  ${clean(provider)}`).join('\n');
    throw usageFailure(`${found.length} integrations have this name.`, `Give the id of one:\n${ids}`);
  }
  if (found[0] === undefined)
    throw new Failure(
      `There is no integration "${given}" in the workspace ${workspaceSlug} of ${orgSlug}.`,
      exitCodes.notFound,
      'Run `patchbay integration list`.',
    );
  return found[0].id;
}
