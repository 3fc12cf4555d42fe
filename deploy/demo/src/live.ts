import type { Client } from './client.ts';
import { organizationPath } from './stage.ts';

/** An entry of the trail as the API answers it; the page hashes all of it. */
interface Entry {
  readonly sequence: number;
}

/** What the trail has after this sequence, oldest first. */
export async function entriesAfter(client: Client, sequence: number): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | null = '';
  while (cursor !== null && (entries.at(-1)?.sequence ?? Number.POSITIVE_INFINITY) > sequence + 1) {
    const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const path = `${organizationPath}/audit-logs?limit=${sequence === 0 ? 200 : 20}${query}`;
    const page: { auditLogs: Entry[]; nextCursor: string | null } = await client.get(path);
    entries.push(...page.auditLogs);
    cursor = page.nextCursor;
  }
  return entries.filter((entry) => entry.sequence > sequence).toReversed();
}
