import type { Entry, Trail } from '../verify/evidence.ts';
import type { Read } from './read.ts';

interface Page {
  readonly auditLogs: Entry[];
  readonly nextCursor: string | null;
}

interface Verification {
  readonly intact: boolean;
  readonly nextSequence?: number | null;
}

async function list(read: Read, path: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page = await read(`${path}?limit=200${query}`);
    entries.push(...page.auditLogs);
    cursor = page.nextCursor;
  }
  return entries.toReversed();
}

async function isIntact(read: Read, path: string): Promise<boolean> {
  let after: number | null | undefined = 0;
  while (after !== null && after !== undefined) {
    const query: string = after === 0 ? '' : `?afterSequence=${after}`;
    const answer: Verification = await read(`${path}/verify${query}`);
    if (!answer.intact) return false;
    after = answer.nextSequence;
  }
  return true;
}

/** The whole trail of an organization, in all the ways that the API has. */
export async function readTrail(read: Read, slug: string): Promise<Trail> {
  const path = `/v1/organizations/${slug}/audit-logs`;
  const listed = await list(read, path);
  // An empty trail is exported as an empty body.
  const exported = ((await read<string | undefined>(`${path}/export`)) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
  return { listed, exported, intact: await isIntact(read, path) };
}
