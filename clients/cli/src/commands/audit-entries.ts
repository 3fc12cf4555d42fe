import type { Input, Schemas } from '@patchbay/client';
import { completeInput } from '../catalogue/complete-input.ts';
import { operationOf } from '../catalogue/lists.ts';
import { flagOf, inputOf } from '../catalogue/operation-commands.ts';
import type { Flag, Given } from '../command.ts';
import type { Context } from '../context.ts';
import { styled } from '../terminal/io.ts';
import { cleanJson, cleanLine } from '../text/clean.ts';
import { localTime, timeOfDay } from '../text/formats.ts';

export type AuditLog = Schemas['AuditLog'];

/** The export takes the filters of the list, and nothing else. */
const filters = operationOf('exportAuditLogs');

/** Without --workspace, which is a flag of every command. */
export const filterFlags: readonly Flag[] = filters.queryParameters
  .filter(({ name }) => name !== 'workspaceSlug')
  .map(flagOf);

/** The organization and the filters that were given. */
export async function filtersOf(context: Context, given: Given): Promise<Input<'exportAuditLogs'>> {
  const input = inputOf(filters, context, given);
  return (await completeInput(context, filters, input, given)) as Input<'exportAuditLogs'>;
}

export const hasFilters = ({ flags }: Given): boolean =>
  ['workspace', ...filterFlags.map(({ name }) => name)].some((name) => flags[name] !== undefined);

/** Who did it: an address, the beginning of a key, or a kind. */
function actorOf({ type, email, name, apiKeyPrefix }: AuditLog['actor']): string {
  if (type === 'api_key') return `key ${apiKeyPrefix ?? ''}`.trim();
  return type === 'user' ? (email ?? name ?? type) : type;
}

/** An entry in one line: time, actor, action, target and workspace, with tabs in a pipe; or as JSON. */
export function lineOf({ io, flags }: Pick<Context, 'io' | 'flags'>, entry: AuditLog): string {
  const { occurredAt, actor, action, target, workspace } = entry;
  if (flags.json !== undefined) return cleanJson(JSON.stringify(entry));
  const texts = [actorOf(actor), action, `${target.type} ${target.name}`, workspace?.slug ?? ''].map(
    cleanLine,
  );
  if (!io.stdout.isTTY) return [cleanLine(occurredAt), ...texts].join('\t');
  const [who = '', what = '', ...rest] = texts;
  // A narrow terminal has no room for the date.
  const time = (io.stdout.columns || 80) < 60 ? timeOfDay(occurredAt) : localTime(occurredAt);
  const parts = [styled(io, io.stdout, 'dim', time), who, styled(io, io.stdout, 'bold', what), ...rest];
  return parts.filter((part) => part !== '').join('  ');
}
