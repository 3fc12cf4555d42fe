import type { OperationId, PagedId, Patchbay } from '@patchbay/client';
import type { Context } from '../context.ts';
import { isConfirmationRequired } from '../failure.ts';
import { confirmSession } from '../sign-in.ts';
import type { Operation } from './operation.ts';

type Values = Readonly<Record<string, unknown>>;

const clientFor = (context: Context, { credentials }: Operation): Promise<Patchbay> | Patchbay =>
  credentials === 'none' ? context.publicClient() : context.client();

/** Calls an operation that answers JSON or nothing. */
export async function call(context: Context, operation: Operation, input: unknown): Promise<unknown> {
  const attempt = async (): Promise<unknown> => {
    const client = await clientFor(context, operation);
    const method = client[operation.id as OperationId] as (given: unknown) => Promise<unknown>;
    return await method(input);
  };
  try {
    return await attempt();
  } catch (error) {
    if (!(isConfirmationRequired(error) && (await confirmSession(context)))) throw error;
    return await attempt();
  }
}

/** Reads up to `limit` items of a list with the largest pages, and whether there are more. */
export async function callList(
  context: Context,
  operation: Operation,
  input: Values,
  limit: number = Number.POSITIVE_INFINITY,
): Promise<{ rows: Values[]; hasMore: boolean }> {
  const items = operation.items ?? '';
  if (!operation.isPaged) {
    const answer = (await call(context, operation, input)) as Readonly<Record<string, Values[]>>;
    return { rows: answer[items] ?? [], hasMore: false };
  }
  const largest = operation.queryParameters.find(({ name }) => name === 'limit')?.maximum ?? 50;
  const client = await clientFor(context, operation);
  const page = { ...input, limit: Math.min(limit + 1, largest) };
  const rows: Values[] = [];
  for await (const row of client.iterate(operation.id as PagedId, page as never)) {
    if (rows.length === limit) return { rows, hasMore: true };
    rows.push(row);
  }
  return { rows, hasMore: false };
}
