/** The real slugs and ids of a sample, so that it works unchanged. */
export interface SampleNames {
  readonly apiUrl: string;
  readonly orgSlug: string;
  readonly workspaceSlug: string;
  readonly integrationId: string;
  /** One of the provider's `apis`. */
  readonly api: string;
}

export const languages = ['curl', 'typescript', 'python', 'cli'] as const;
export type Language = (typeof languages)[number];

/** Placeholder of the API key. Samples read the key from the environment. */
export const placeholder = 'pby_YOUR_KEY';

export const setKey = `export PATCHBAY_API_KEY='${placeholder}'`;

type Samples = Readonly<Record<'read' | 'relay', (names: SampleNames) => string>>;

const curl: Samples = {
  read: ({
    apiUrl,
    orgSlug,
    workspaceSlug,
  }) => `curl '${apiUrl}/v1/organizations/${orgSlug}/workspaces/${workspaceSlug}/integrations' \\
  -H "X-Api-Key: $PATCHBAY_API_KEY"`,
  relay: ({
    apiUrl,
    orgSlug,
    workspaceSlug,
    integrationId,
    api,
  }) => `INTEGRATION='${apiUrl}/v1/organizations/${orgSlug}/workspaces/${workspaceSlug}/integrations/${integrationId}'
curl "$INTEGRATION/relay/${api}/PATH" \\
  -H "X-Api-Key: $PATCHBAY_API_KEY"`,
};

const typescript: Samples = {
  read: ({ apiUrl, orgSlug, workspaceSlug }) => `import { Patchbay } from '@patchbay/client';

const patchbay = new Patchbay({
  baseUrl: '${apiUrl}',
  apiKey: process.env.PATCHBAY_API_KEY,
});
const { integrations } = await patchbay.listIntegrations({
  orgSlug: '${orgSlug}',
  workspaceSlug: '${workspaceSlug}',
});
for (const { name, status } of integrations) console.log(name, status);`,
  relay: ({
    apiUrl,
    orgSlug,
    workspaceSlug,
    integrationId,
    api,
  }) => `import { Patchbay } from '@patchbay/client';

const patchbay = new Patchbay({
  baseUrl: '${apiUrl}',
  apiKey: process.env.PATCHBAY_API_KEY,
});
const integration = patchbay.integration({
  orgSlug: '${orgSlug}',
  workspaceSlug: '${workspaceSlug}',
  id: '${integrationId}',
});
const answer = await integration.fetch('${api}/PATH');
console.log(answer.headers.get('patchbay-relay'), await answer.json());`,
};

const python: Samples = {
  read: ({ apiUrl, orgSlug, workspaceSlug }) => `from patchbay import Patchbay

# Reads the key from PATCHBAY_API_KEY.
with Patchbay("${apiUrl}") as patchbay:
    found = patchbay.list_integrations("${orgSlug}", "${workspaceSlug}")
    for each in found["integrations"]:
        print(each["name"], each["status"])`,
  relay: ({ apiUrl, orgSlug, workspaceSlug, integrationId, api }) => `from patchbay import Patchbay

# Reads the key from PATCHBAY_API_KEY.
with Patchbay("${apiUrl}") as patchbay:
    relay = patchbay.integration("${orgSlug}", "${workspaceSlug}", "${integrationId}")
    answer = relay.request("GET", "${api}", "PATH")
    print(answer.status_code, answer.json())`,
};

const cli: Samples = {
  read: ({ apiUrl, orgSlug, workspaceSlug }) => `patchbay integration list --host ${apiUrl} \\
  --org ${orgSlug} --workspace ${workspaceSlug}`,
  relay: ({
    apiUrl,
    orgSlug,
    workspaceSlug,
    integrationId,
    api,
  }) => `patchbay relay ${integrationId} GET ${api}/PATH --host ${apiUrl} \\
  --org ${orgSlug} --workspace ${workspaceSlug}`,
};

/** Complete programs. They need only the key in the environment. */
export const samples: Readonly<Record<Language, Samples>> = { curl, typescript, python, cli };
