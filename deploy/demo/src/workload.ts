import type { Client } from './client.ts';
import { playground } from './people.ts';
import { integrationsPath, organizationPath } from './stage.ts';

const keysPath = `${organizationPath}/api-keys`;
const keyName = 'Campaigns by curl';

interface Key {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly status: string;
}

/**
 * A request that reads campaigns through an integration of the playground, as it is typed into a terminal. Its key is a new one at each
 * start: its value is shown once, and the trail has one entry a day about the reads of a key.
 */
export async function curlOf(admin: Client, apiUrl: string, integrationId: string): Promise<string> {
  const { apiKeys } = await admin.get<{ apiKeys: Key[] }>(keysPath);
  for (const { id } of apiKeys.filter(({ name, status }) => name === keyName && status === 'active'))
    await admin.post(`${keysPath}/${id}/revoke`);
  const { id, key } = await admin.post<Key>(keysPath, {
    name: keyName,
    level: 'workspace',
    role: 'member',
    workspaceSlug: playground.slug,
  });
  const integration = `${integrationsPath(playground.slug)}/${integrationId}`;
  await admin.post(`${integration}/grants`, { apiKeyId: id, access: 'read', accounts: null });
  const path = `${integration}/relay/googleads/customers/1234567890/googleAds:search`;
  return `curl '${apiUrl}${path}' -H 'x-api-key: ${key}' -H 'content-type: application/json' -d '{"query": "SELECT campaign.name FROM campaign"}'`;
}
