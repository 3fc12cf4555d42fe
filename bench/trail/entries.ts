import { hash } from 'node:crypto';
import type { Platform } from '../platform.ts';
import { progress } from '../report.ts';

/** Whole months before this one that a trail is spread over. */
const monthsBack = 36;
const entriesPerInsert = 2_000;

/** Values that many entries of a trail have, and values that `rareCount` entries have, however long the trail is. */
export const frequent = {
  action: 'integration.status_changed',
  actorId: 'person-0',
  workspaceSlug: 'spring',
  targetId: 'target-0',
};
export const rare = {
  action: 'workspace.updated',
  actorId: 'person-1',
  workspaceSlug: 'winter',
  targetId: 'target-1',
};
export const rareCount = 10;

/** Trails are spread evenly from the first of these moments to the other. */
const startOfMonth = (before: number): number => {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before, 1);
};
export const timeAt = (place: number, length: number): Date => {
  const [from, to] = [startOfMonth(monthsBack), startOfMonth(0)];
  return new Date(Math.floor(from + ((place + 0.5) / length) * (to - from)));
};

const uuidOf = (group: string, number: number): string =>
  `${group}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** Two in five entries have the frequent action, and one in five the other frequent values. */
function valuesAt(place: number, length: number): typeof frequent {
  const distance = Math.floor(length / rareCount);
  if (place % distance === Math.floor(distance / 2) && place < distance * rareCount) return rare;
  return {
    action: place % 5 < 2 ? frequent.action : 'integration.updated',
    actorId: place % 7 === 0 ? frequent.actorId : `person-${2 + (place % 50)}`,
    workspaceSlug: place % 11 < 2 ? frequent.workspaceSlug : `workspace-${place % 20}`,
    targetId: place % 13 < 2 ? frequent.targetId : `target-${2 + (place % 5_000)}`,
  };
}

/** An entry of about 750 bytes in RFC 8785 form: its names are written in their order, its values are ASCII. */
function entryAt(place: number, length: number, previousHash: string): string {
  const { action, actorId, workspaceSlug, targetId } = valuesAt(place, length);
  const at = timeAt(place, length);
  const type = action.slice(0, action.indexOf('.'));
  return JSON.stringify({
    action,
    actor: {
      apiKeyPrefix: null,
      email: `${actorId}@bench.example`,
      id: actorId,
      name: `The name of ${actorId}`,
      type: 'user',
    },
    changes: [{ after: 'paused', before: 'active', field: 'status' }],
    id: uuidOf('01940000', place),
    ipAddress: '203.0.113.7',
    metadata: { provider: 'criteo' },
    occurredAt: new Date(at.getTime() - 800).toISOString(),
    previousHash,
    recordedAt: at.toISOString(),
    requestId: uuidOf('01950000', place),
    sequence: place + 1,
    target: { id: targetId, name: `The name of ${targetId}`, type },
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0',
    workspace: { name: `Workspace ${workspaceSlug}`, slug: workspaceSlug },
  });
}

const insertEntries = `
  insert into audit.entries (organization_id, sequence, event_id, action, occurred_at, recorded_at, actor_id,
    workspace_slug, target_type, target_id, entry, hash)
  select $1::uuid, (e->>'sequence')::bigint, (e->>'id')::uuid, e->>'action', (e->>'occurredAt')::timestamptz,
    (e->>'recordedAt')::timestamptz, e->'actor'->>'id', e->'workspace'->>'slug', e->'target'->>'type', e->'target'->>'id',
    text, hash
  from unnest($2::text[], $3::text[]) as given (text, hash), lateral (select text::jsonb) as parsed (e)`;

/** Writes the trail of an organization by SQL, with right hashes. */
export async function loadTrail({ sql }: Platform, organizationId: string, length: number): Promise<void> {
  const began = performance.now();
  await sql('select audit.create_partitions($1::date, current_date)', [timeAt(0, length)]);
  let previous = '0'.repeat(64);
  for (let start = 0; start < length; start += entriesPerInsert) {
    const [texts, hashes]: [string[], string[]] = [[], []];
    for (let place = start; place < Math.min(length, start + entriesPerInsert); place += 1) {
      const text = entryAt(place, length, previous);
      previous = hash('sha256', text);
      texts.push(text);
      hashes.push(previous);
    }
    await sql(insertEntries, [organizationId, texts, hashes]);
  }
  await sql(
    'insert into audit.chain_heads (organization_id, sequence, hash, recorded_at) values ($1, $2, $3, $4)',
    [organizationId, length, previous, timeAt(length - 1, length)],
  );
  await sql('vacuum analyze audit.entries, audit.chain_heads');
  // Otherwise Postgres writes the rest in the background while pages are measured.
  await sql('checkpoint');
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  progress(`  wrote a trail of ${length.toLocaleString('en')} entries in ${seconds} s`);
}
