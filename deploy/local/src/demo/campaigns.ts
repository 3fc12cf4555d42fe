import { type Client, Refused } from './client.ts';
import { clients } from './people.ts';
import { type Integration, integrationsPath, organizationPath } from './stage.ts';

/** Campaigns that were read through Patchbay, the request, and what the trail has about it. */
export interface CampaignTable {
  /** Works when it is pasted into a terminal. Undefined where there is no integration to read from. */
  readonly request: string | undefined;
  readonly campaigns: readonly { readonly name: string; readonly status: string }[];
  /** Why they could not be read. */
  readonly problem?: string | undefined;
  /** Undefined until the trail has it. */
  readonly entry: TrailEntry | undefined;
}

interface TrailEntry {
  readonly action: string;
  readonly occurredAt: string;
  readonly actor: { readonly name: string | null };
}

interface Key {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

interface Workload {
  readonly key: string;
  readonly integrationId: string;
  readonly path: string;
}

const workspace = clients.fjord.slug;
const keysPath = `${organizationPath}/api-keys`;
const keyName = 'Campaign table';

/**
 * Makes a key and its grant for the social campaigns of a client. The value of a key is shown once: a later start rotates it, and the
 * grant follows.
 */
export async function openWorkload(admin: Client): Promise<Workload> {
  const { integrations } = await admin.get<{ integrations: Integration[] }>(integrationsPath(workspace));
  const integration = integrations.find(({ provider }) => provider === 'meta_ads');
  if (integration === undefined) throw new Error(`${clients.fjord.name} has no social integration`);
  const own = `${integrationsPath(workspace)}/${integration.id}`;
  const { accounts } = await admin.get<{ accounts: { id: string }[] }>(`${own}/accounts`);
  const account = accounts[0]?.id ?? '';
  const path = `${own}/relay/graph/${account}/campaigns?fields=name,status&limit=10`;

  const { apiKeys } = await admin.get<{ apiKeys: (Key & { status: string })[] }>(keysPath);
  const known = apiKeys.find(({ name, status }) => name === keyName && status === 'active');
  if (known !== undefined) {
    const { key } = await admin.post<Key>(`${keysPath}/${known.id}/rotate`, { graceHours: 0 });
    return { key, integrationId: integration.id, path };
  }
  const { id, key } = await admin.post<Key>(keysPath, {
    name: keyName,
    level: 'workspace',
    role: 'member',
    workspaceSlug: workspace,
  });
  await admin.post(`${own}/grants`, { apiKeyId: id, access: 'read', accounts: [account] });
  return { key, integrationId: integration.id, path };
}

/** Sends the request of the workload, and reads the entry that the first one of a day leaves. */
export async function readCampaigns(
  { client, admin, apiUrl }: { readonly client: Client; readonly admin: Client; readonly apiUrl: string },
  { key, integrationId, path }: Workload,
): Promise<CampaignTable> {
  const request = `curl -H 'x-api-key: ${key}' '${apiUrl}${path}'`;
  let campaigns: CampaignTable['campaigns'] = [];
  let problem: string | undefined;
  try {
    ({ data: campaigns } = await client.withKey(key).get<{ data: CampaignTable['campaigns'] }>(path));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    problem = error.message;
  }
  const entries = `${organizationPath}/audit-logs?action=integration.used&targetId=${integrationId}&limit=1`;
  const { auditLogs } = await admin.get<{ auditLogs: TrailEntry[] }>(entries);
  return { request, campaigns, problem, entry: auditLogs[0] };
}

/** Whoever tries the demo may have deleted or disabled the integration. */
export const noCampaigns = (error: unknown): CampaignTable => ({
  request: undefined,
  campaigns: [],
  problem: error instanceof Error ? error.message : 'Something failed.',
  entry: undefined,
});
