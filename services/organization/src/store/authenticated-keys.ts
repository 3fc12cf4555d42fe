import type { ApiKeyCaller, Person } from '@patchbay/access/caller';
import type { Queryable } from '@patchbay/database/queryable';
import { Failure } from '@patchbay/errors/failure';
import { unusableKey, whyUnusable } from '../domain/api-key-access.ts';
import { type KeyRow, keysByDigest } from './key-row.ts';

/** What a client sent: a key, and the workspace that the path names. */
export interface PresentedKey {
  readonly digest: Uint8Array;
  /** Empty where the path names none. */
  readonly workspaceSlug: string;
}

/** A key as this process has just read it, with the access of a path that names this workspace, or none if empty. */
export class AuthenticatedKey implements ApiKeyCaller {
  readonly type = 'api_key';
  readonly row: KeyRow;
  readonly workspaceSlug: string;

  constructor(row: KeyRow, workspaceSlug: string) {
    this.row = row;
    this.workspaceSlug = workspaceSlug;
  }

  get keyId(): string {
    return this.row.keyId;
  }

  get prefix(): string {
    return this.row.prefix;
  }

  get level(): KeyRow['level'] {
    return this.row.level;
  }

  get role(): KeyRow['role'] {
    return this.row.role;
  }

  get organizationId(): string {
    return this.row.id;
  }

  get workspaceId(): string | null {
    return this.row.ownWorkspaceId;
  }

  get creator(): Person {
    const { creatorUserId: userId, creatorEmail: email, creatorName: name } = this.row;
    return { userId, email, name };
  }
}

// latin1 maps each byte to one character.
const textOf = (digest: Uint8Array): string => Buffer.from(digest).toString('latin1');

/** The rows of all keys that came with one workspace slug, by digest. */
async function readByDigests(
  db: Queryable,
  digests: readonly Uint8Array[],
  workspaceSlug: string,
): Promise<ReadonlyMap<string, KeyRow>> {
  const rows = await db.query<KeyRow>(keysByDigest, [
    digests.map((digest) => Buffer.from(digest)),
    workspaceSlug,
  ]);
  return new Map(rows.map((row) => [textOf(row.digest), row]));
}

/**
 * Reads keys and their access, by one query for each workspace slug. An unknown key and one that does not work get the same
 * refusal: `refused`, instead of a key.
 */
export async function authenticateKeys(
  db: Queryable,
  presented: readonly PresentedKey[],
): Promise<(AuthenticatedKey | Failure)[]> {
  const digestsBySlug = new Map<string, Map<string, Uint8Array>>();
  for (const { digest, workspaceSlug } of presented) {
    const digests = digestsBySlug.get(workspaceSlug) ?? new Map<string, Uint8Array>();
    digestsBySlug.set(workspaceSlug, digests.set(textOf(digest), digest));
  }
  const found = new Map(
    await Promise.all(
      [...digestsBySlug].map(
        async ([slug, digests]) => [slug, await readByDigests(db, [...digests.values()], slug)] as const,
      ),
    ),
  );
  return presented.map(({ digest, workspaceSlug }) => {
    const row = found.get(workspaceSlug)?.get(textOf(digest));
    const reason = row === undefined ? 'key_unknown' : whyUnusable(row, new Date());
    return row === undefined || reason !== undefined
      ? unusableKey(reason ?? 'key_unknown')
      : new AuthenticatedKey(row, workspaceSlug);
  });
}

/** One of `authenticateKeys`; throws where it is refused. */
export async function authenticateKey(db: Queryable, presented: PresentedKey): Promise<AuthenticatedKey> {
  const [key = unusableKey('key_unknown')] = await authenticateKeys(db, [presented]);
  if (key instanceof Failure) throw key;
  return key;
}
