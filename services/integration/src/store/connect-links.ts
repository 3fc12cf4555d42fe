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

type Place = Pick<Integration, 'id' | 'workspace'>;

export const sealToken = (sealer: Sealer, { id, workspace }: Place, linkId: string, token: string): string =>
  sealedToken.seal(sealer, token, workspace.organizationId, workspace.id, id, linkId);

export const openToken = (
  sealer: Sealer,
  { id, workspace }: Place,
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
  readonly tokenDigest: Uint8Array<ArrayBuffer>;
}

/** For an integration that the same transaction has inserted, so it has no link yet. */
export async function insertLink(tx: Tx, { id, workspace }: Place, link: NewLink): Promise<void> {
  const { id: workspaceId, organizationId } = workspace;
  const data = { ...link, integrationId: id, workspaceId, organizationId };
  await tx.prisma.connectLink.createMany({ data: [data] });
}

const put = {
  name: 'put connect link',
  text: `insert into connect_links (integration_id, id, token_digest, sealed_token, expires_at, organization_id, workspace_id)
         values ($1::uuid, $2::uuid, $3, $4, $5, $6::uuid, $7::uuid)
         on conflict (integration_id) do update set id = excluded.id, token_digest = excluded.token_digest,
           sealed_token = excluded.sealed_token, expires_at = excluded.expires_at, created_at = now()`,
};

/** Replaces the link of the integration if it has one. */
export async function putLink(
  tx: Tx,
  { integration: { id, workspace } }: LockedIntegration,
  { id: linkId, tokenDigest, sealedToken: sealed, expiresAt }: NewLink,
): Promise<void> {
  const place = [workspace.organizationId, workspace.id];
  await tx.query(put, [id, linkId, Buffer.from(tokenDigest), sealed, expiresAt, ...place]);
}

/** Deletes the link of the integration. False if it has none. */
export async function removeLink(tx: Tx, { id: integrationId }: LockedIntegration): Promise<boolean> {
  return (await tx.prisma.connectLink.deleteMany({ where: { integrationId } })).count === 1;
}

export const liveLinks = {
  name: 'count live connect links',
  text: `select count(*)::integer as count from connect_links
         where organization_id = $1::uuid and expires_at > now()
           and ($2::uuid[] is null or workspace_id = any ($2::uuid[]))`,
};

/** The links of an organization that work now; with `workspaceIds` only those of these workspaces. */
export async function countLiveLinks(
  db: Queryable,
  organizationId: string,
  workspaceIds: readonly string[] | null,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(liveLinks, [organizationId, workspaceIds]);
  return row?.count ?? 0;
}
