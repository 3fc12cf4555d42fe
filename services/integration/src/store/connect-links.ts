import type { Person } from '@patchbay/access/caller';
import type { Queryable } from '@patchbay/database/query';
import { sealedText } from '@patchbay/sealing/sealed-value';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Integration } from '../domain/integration.ts';
import {
  type LockedIntegration,
  type Row,
  type StoredIntegration,
  type StoredLink,
  selectLinks,
  storedIntegrationOf,
} from './integrations.ts';
import type { Tx } from './transaction.ts';

/** The ids are associated data of the encryption: a sealed token that is copied to another row does not open. */
export const sealedToken =
  sealedText<[organizationId: string, workspaceId: string, integrationId: string, linkId: string]>(
    'connect link',
  );

type Owner = Pick<Integration, 'id' | 'workspace'>;

export const sealToken = (sealer: Sealer, { id, workspace }: Owner, linkId: string, token: string): string =>
  sealedToken.seal(sealer, token, workspace.organizationId, workspace.id, id, linkId);

export const openToken = (
  sealer: Sealer,
  { id, workspace }: Owner,
  link: Pick<StoredLink, 'id' | 'sealedToken'>,
): string => sealedToken.open(sealer, link.sealedToken, workspace.organizationId, workspace.id, id, link.id);

/** An integration with a link. */
export interface LinkedIntegration extends StoredIntegration {
  readonly link: StoredLink;
}

export const linkOfToken = {
  name: 'integration of a connect token',
  text: `${selectLinks} where l.token_digest = $1`,
};

/** Undefined if the token is unknown, or its link was used, revoked or replaced. The link may have expired. */
export async function findLink(
  db: Queryable,
  tokenDigest: Uint8Array,
): Promise<LinkedIntegration | undefined> {
  const [row] = await db.query<Row>(linkOfToken, [Buffer.from(tokenDigest)]);
  if (row === undefined) return undefined;
  const { integration, link } = storedIntegrationOf(row);
  return link === null ? undefined : { integration, link };
}

export interface NewLink extends StoredLink {
  readonly issuedBy: Person;
  readonly tokenDigest: Uint8Array<ArrayBuffer>;
}

const save = {
  name: 'save a connect link',
  text: `insert into connect_links (integration_id, id, token_digest, sealed_token, expires_at, organization_id, workspace_id,
           organization_domain, issued_by, created_at)
         values ($1::uuid, $2::uuid, $3, $4, $5, $6::uuid, $7::uuid, $8, $9::jsonb, $10)
         on conflict (integration_id) do update set id = excluded.id, token_digest = excluded.token_digest,
           sealed_token = excluded.sealed_token, expires_at = excluded.expires_at, created_at = excluded.created_at,
           organization_domain = excluded.organization_domain, issued_by = excluded.issued_by`,
};

/**
 * Saves the link of an integration, in place of an earlier one: it has one link at most. The transaction has inserted the integration, or
 * holds its row lock.
 */
export async function saveLink(
  tx: Tx,
  { id, workspace }: Owner,
  { id: linkId, tokenDigest, sealedToken: sealed, expiresAt, organizationDomain, issuedBy }: NewLink,
): Promise<void> {
  const owner = [workspace.organizationId, workspace.id];
  const asks = [organizationDomain, JSON.stringify(issuedBy), tx.now()];
  await tx.query(save, [id, linkId, Buffer.from(tokenDigest), sealed, expiresAt, ...owner, ...asks]);
}

const deletes = {
  name: 'delete a connect link',
  text: 'delete from connect_links where integration_id = $1::uuid returning 1 as deleted',
};

/** Deletes the link of the integration. False if it has none. */
export const removeLink = async (tx: Tx, { id }: LockedIntegration): Promise<boolean> =>
  (await tx.query(deletes, [id])).length === 1;

export const liveLinks = {
  name: 'count live connect links',
  text: `select count(*)::integer as count from connect_links
         where organization_id = $1::uuid and expires_at > $3
           and ($2::uuid[] is null or workspace_id = any ($2::uuid[]))`,
};

/** The links of an organization that work now; with `workspaceIds` only those of these workspaces. */
export async function countLiveLinks(
  db: Queryable,
  organizationId: string,
  workspaceIds: readonly string[] | null,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(liveLinks, [organizationId, workspaceIds, db.now()]);
  return row?.count ?? 0;
}

/** Takes the row locks in the order of the ids, so that two such statements cannot deadlock. */
const forget = {
  name: 'forget the issuers of connect links',
  text: `with theirs as (
           select l.integration_id
           from unnest($1::uuid[], $2::text[]) as removed (organization_id, user_id)
           join connect_links l on l.organization_id = removed.organization_id and l.issued_by ->> 'userId' = removed.user_id
           order by l.integration_id for no key update of l
         )
         update connect_links l set issued_by = null from theirs where l.integration_id = theirs.integration_id`,
};

/** A person in an organization. */
export interface Membership {
  readonly organizationId: string;
  readonly userId: string;
}

/** The links go on, without a person to ask. */
export async function forgetIssuers(tx: Tx, issuers: readonly Membership[]): Promise<void> {
  await tx.query(forget, [
    issuers.map(({ organizationId }) => organizationId),
    issuers.map(({ userId }) => userId),
  ]);
}
