import type { KeyStanding } from '../domain/api-key-access.ts';
import { type AccessRow, accessColumns } from './access-row.ts';

/** A key, the current roles of its creator, its organization, and the workspace that the path names. */
export type KeyRow = AccessRow &
  KeyStanding & {
    readonly keyId: string;
    readonly prefix: string;
    readonly rotatedAt: Date | null;
    readonly creatorUserId: string;
    readonly creatorEmail: string;
    readonly creatorName: string;
  };

/** `workspaceSlug`: that of the path, in SQL; where it is empty, a workspace-level key gets its own workspace. */
const keyBy = (condition: string, workspaceSlug: string) => `
  select ${accessColumns}, k.id as "keyId", k.prefix, k.level, k.role, k.status, k.expires_at as "expiresAt",
         k.rotated_at as "rotatedAt", k.workspace_id as "ownWorkspaceId", p.user_id as "creatorUserId",
         p.email as "creatorEmail", p.name as "creatorName", m.role as "creatorRole",
         own_assignment.role as "creatorAssigned"
  from api_keys k join organizations o on o.id = k.organization_id
  join people p on p.user_id = k.creator_user_id
  left join members m on m.organization_id = k.organization_id and m.user_id = k.creator_user_id
  left join workspaces own on own.id = k.workspace_id
  left join assignments own_assignment on own_assignment.workspace_id = own.id and own_assignment.user_id = m.user_id
  left join workspaces w on w.organization_id = o.id and w.slug = coalesce(nullif(${workspaceSlug}, ''), own.slug)
  left join assignments a on a.workspace_id = w.id and a.user_id = m.user_id
  where ${condition}`;

export const keyByDigest = { name: 'API key and its access by digest', text: keyBy('k.digest = $1', '$2') };
export const keyById = { name: 'API key and its access by id', text: keyBy('k.id = $1::uuid', '$2') };
