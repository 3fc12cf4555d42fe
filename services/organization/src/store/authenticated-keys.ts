import type { ApiKeyCaller, Person } from '@patchbay/access/caller';
import type { Queryable } from '@patchbay/database/queryable';
import { Failure } from '@patchbay/errors/failure';
import { unusableKey, usableOrRefusal } from '../domain/api-key-access.ts';
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

/** All digests have the same length, so that no two pairs have the same text. */
const pairOf = ({ digest, workspaceSlug }: PresentedKey): string => textOf(digest) + workspaceSlug;

/** The rows of keys, by `pairOf`; unknown keys have none. */
async function readRows(
  db: Queryable,
  presented: readonly PresentedKey[],
): Promise<ReadonlyMap<string, KeyRow>> {
  const byPair = new Map(presented.map((one) => [pairOf(one), one]));
  const distinct = [...byPair.values()];
  const rows = await db.query<KeyRow & { readonly position: number }>(keysByDigest, [
    distinct.map(({ digest }) => Buffer.from(digest)),
    distinct.map(({ workspaceSlug }) => workspaceSlug),
  ]);
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return new Map(
    [...byPair.keys()].flatMap((pair, index) => {
      const row = byPosition.get(index + 1);
      return row === undefined ? [] : [[pair, row]];
    }),
  );
}

/** Reads keys and their access, by one query. Returns the refusal in the place of a key that is unknown or does not work. */
export async function authenticateKeys(
  db: Queryable,
  presented: readonly PresentedKey[],
): Promise<(AuthenticatedKey | Failure)[]> {
  const rows = await readRows(db, presented);
  return presented.map((one) => {
    const key = usableOrRefusal(rows.get(pairOf(one)), new Date());
    return key instanceof Failure ? key : new AuthenticatedKey(key, one.workspaceSlug);
  });
}

/** One of `authenticateKeys`; throws where it is refused. */
export async function authenticateKey(db: Queryable, presented: PresentedKey): Promise<AuthenticatedKey> {
  const [key = unusableKey('key_unknown')] = await authenticateKeys(db, [presented]);
  if (key instanceof Failure) throw key;
  return key;
}
