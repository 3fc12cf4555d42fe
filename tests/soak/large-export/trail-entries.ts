import { Client } from 'pg';

/**
 * Appends entries to the trail of an organization by SQL, with texts of about 800 bytes, a millisecond after each other. Fields that
 * can be filtered vary; workspaces have the ids of those that have their slugs. Their hashes are not those of the texts: the trail does not verify any more.
 */
export async function insertEntries(
  adminUrl: string,
  organizationSlug: string,
  count: number,
): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      `with head as (
         select head.* from audit.chain_heads head
         join organization.organizations on id = organization_id where slug = $1 for update of head
       ), row as (
         select organization_id, head.sequence + i as sequence, recorded_at + i * interval '1 millisecond' as at,
                (array['workspace.created', 'workspace.updated', 'member.added'])[1 + i % 3] as action,
                (array['workspace', 'workspace', 'member'])[1 + i % 3] as target_type,
                'actor-' || i % 5 as actor_id, 'target-' || i % 7 as target_id,
                (array['spring', 'autumn', null])[1 + i / 3 % 3] as slug, md5(i::text) as noise
         from head, generate_series(1, $2::int) i
       ), told as (
         select row.*, workspace.id::text as workspace_id,
                to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment
         from row left join organization.workspaces workspace using (organization_id, slug)
       )
       insert into audit.entries (organization_id, sequence, event_id, action, occurred_at, recorded_at, actor_id, workspace_slug, workspace_id,
                                  target_type, target_id, entry, hash)
       select organization_id, sequence, noise::uuid, action, at, at, actor_id, slug, workspace_id, target_type, target_id,
           '{"action":"' || action || '","actor":{"apiKeyPrefix":null,"email":"ada@acme.example","id":"' || actor_id ||
           '","name":"Ada Lovelace","type":"user"},"changes":[{"after":"' || noise || '","before":"Spring","field":"name"}],"id":"' ||
           noise::uuid || '","ipAddress":"203.0.113.7","metadata":{},"occurredAt":"' || moment || '","previousHash":"' || noise ||
           noise || '","recordedAt":"' || moment || '","requestId":"' || noise::uuid || '","sequence":' || sequence ||
           ',"target":{"id":"' || target_id || '","name":"Spring campaign","type":"' || target_type || '"},"traceId":"' || noise ||
           '","userAgent":"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36","workspace":' ||
           coalesce('{"name":"W","slug":"' || slug || '"}', 'null') || '}', noise || md5(noise)
       from told`,
      [organizationSlug, count],
    );
    await client.query(
      `update audit.chain_heads head
       set sequence = head.sequence + $2, recorded_at = head.recorded_at + $2 * interval '1 millisecond'
       from organization.organizations where id = head.organization_id and slug = $1`,
      [organizationSlug, count],
    );
    await client.query('commit');
    await client.query('analyze audit.entries');
  } finally {
    await client.end();
  }
}
