import type { Queryable } from '@patchbay/database/query';

/** How a relayed request ended. */
export const requestOutcomes = ['answered', 'refused', 'failed'] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

/** One request to the provider of an integration, without its query, its body and its headers. */
export interface RelayedRequest {
  /** UUID of version 7, of `at`. */
  readonly id: string;
  /** When it arrived. */
  readonly at: Date;
  readonly callerType: 'user' | 'api_key';
  readonly callerId: string;
  readonly callerName: string;
  readonly apiKeyPrefix: string | null;
  /** Null for a session. */
  readonly grantId: string | null;
  readonly api: string;
  readonly method: string;
  readonly path: string;
  readonly account: string | null;
  readonly outcome: RequestOutcome;
  /** Of the provider; where it was refused or not answered, ours. */
  readonly status: number;
  /** Ours, where it was refused or failed. */
  readonly detail: string | null;
  readonly durationMs: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

/** The last ones of an integration that can be read; older ones are deleted within minutes. */
export const keptRequests = 500;

/** How long they can be read. */
export const keptRequestDays = 7;

/** One that a process has gathered. */
export interface GatheredRequest extends RelayedRequest {
  readonly integrationId: string;
  readonly workspaceId: string;
}

// Those of integrations that were deleted meanwhile are left out: a foreign key would refuse all of them. So are those for an integration
// of another workspace. A batch whose answer was lost is added again.
const add = {
  name: 'add relayed requests',
  text: `insert into relayed_requests (integration_id, id, at, caller_type, caller_id, caller_name, api_key_prefix, grant_id, api, method,
           path, account, outcome, status, detail, duration_ms, bytes_sent, bytes_received)
         select r."integrationId", r.id, r.at, r."callerType", r."callerId", r."callerName", r."apiKeyPrefix", r."grantId", r.api, r.method,
           r.path, r.account, r.outcome, r.status, r.detail, r."durationMs", r."bytesSent", r."bytesReceived"
         from jsonb_to_recordset($1::jsonb) as r(
           "integrationId" uuid, "workspaceId" uuid, id uuid, at timestamptz, "callerType" text, "callerId" uuid, "callerName" text,
           "apiKeyPrefix" text, "grantId" uuid, api text, method text, path text, account text, outcome text, status smallint, detail text,
           "durationMs" integer, "bytesSent" bigint, "bytesReceived" bigint)
         join integrations i on i.id = r."integrationId" and i.workspace_id = r."workspaceId"
         order by 1, 2
         on conflict do nothing`,
};

export async function addRelayedRequests(db: Queryable, requests: readonly GatheredRequest[]): Promise<void> {
  await db.query(add, [JSON.stringify(requests)]);
}

const list = {
  name: 'relayed requests of an integration',
  text: `select id, at, caller_type as "callerType", caller_id as "callerId", caller_name as "callerName", api_key_prefix as "apiKeyPrefix",
           grant_id as "grantId", api, method, path, account, outcome, status, detail, duration_ms as "durationMs",
           bytes_sent::float8 as "bytesSent", bytes_received::float8 as "bytesReceived"
         from (select * from relayed_requests
               where integration_id = $1::uuid and at > $2::timestamptz - interval '${keptRequestDays} days'
               order by id desc limit ${keptRequests}) newest
         where ($3::uuid is null or id < $3) and ($4::text is null or outcome = $4)
         order by id desc limit $5`,
};

export interface RequestPage {
  /** Only those before this one; null: from the newest. */
  readonly before: string | null;
  /** Null: whatever the outcome. */
  readonly outcome: RequestOutcome | null;
  readonly limit: number;
}

/** Newest first. */
export const listRelayedRequests = (
  db: Queryable,
  integrationId: string,
  { before, outcome, limit }: RequestPage,
): Promise<RelayedRequest[]> =>
  db.query<RelayedRequest & Record<string, unknown>>(list, [integrationId, db.now(), before, outcome, limit]);

const prune = {
  name: 'delete relayed requests beyond the last ones',
  text: `delete from relayed_requests where (integration_id, id) in (
           select old.integration_id, old.id
           from (select distinct integration_id from relayed_requests where at > $2) used
           cross join lateral (
             select id from relayed_requests where integration_id = used.integration_id
             order by id desc limit 1 offset ${keptRequests - 1}) last
           join relayed_requests old on old.integration_id = used.integration_id and old.id < last.id
           limit $1 for update of old skip locked)
         returning 1 as deleted`,
};

/** Deletes some of those beyond the last ones of each integration that was used since a moment. Returns their number. */
export const pruneRelayedRequests = async (db: Queryable, since: Date, batch: number): Promise<number> =>
  (await db.query<{ deleted: number }>(prune, [batch, since])).length;
