/** The real slugs and ids of a sample, so that it works unchanged. */
interface SampleNames {
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
  read: (
    names,
  ) => `curl '${names.apiUrl}/v1/organizations/${names.orgSlug}/workspaces/${names.workspaceSlug}/integrations' \\
  -H "X-Api-Key: $PATCHBAY_API_KEY"`,
  relay: (
    names,
  ) => `INTEGRATION='${names.apiUrl}/v1/organizations/${names.orgSlug}/workspaces/${names.workspaceSlug}/integrations/${names.integrationId}'
curl "$INTEGRATION/relay/${names.api}/PATH" \\
  -H "X-Api-Key: $PATCHBAY_API_KEY"`,
};

const typescript: Samples = {
  read: (names) => `import { Patchbay } from '@patchbay/client';

const patchbay = new Patchbay({
  baseUrl: '${names.apiUrl}',
  apiKey: process.env.PATCHBAY_API_KEY,
});
const { integrations } = await patchbay.listIntegrations({
  orgSlug: '${names.orgSlug}',
  workspaceSlug: '${names.workspaceSlug}',
});
for (const { name, status } of integrations) console.log(name, status);`,
  relay: (names) => `import { Patchbay } from '@patchbay/client';

const patchbay = new Patchbay({
  baseUrl: '${names.apiUrl}',
  apiKey: process.env.PATCHBAY_API_KEY,
});
const integration = patchbay.integration({
  orgSlug: '${names.orgSlug}',
  workspaceSlug: '${names.workspaceSlug}',
  id: '${names.integrationId}',
});
const answer = await integration.fetch('${names.api}/PATH');
console.log(answer.headers.get('patchbay-relay'), await answer.json());`,
};

const python: Samples = {
  read: (names) => `from patchbay import Patchbay

# Reads the key from PATCHBAY_API_KEY.
with Patchbay("${names.apiUrl}") as patchbay:
    found = patchbay.list_integrations("${names.orgSlug}", "${names.workspaceSlug}")
    for each in found["integrations"]:
        print(each["name"], each["status"])`,
  relay: (names) => `from patchbay import Patchbay

# Reads the key from PATCHBAY_API_KEY.
with Patchbay("${names.apiUrl}") as patchbay:
    relay = patchbay.integration("${names.orgSlug}", "${names.workspaceSlug}", "${names.integrationId}")
    answer = relay.request("GET", "${names.api}", "PATH")
    print(answer.status_code, answer.json())`,
};

const cli: Samples = {
  read: (names) => `patchbay integration list --host ${names.apiUrl} \\
  --org ${names.orgSlug} --workspace ${names.workspaceSlug}`,
  relay: (names) => `patchbay relay ${names.integrationId} GET ${names.api}/PATH --host ${names.apiUrl} \\
  --org ${names.orgSlug} --workspace ${names.workspaceSlug}`,
};

/** Complete programs. They need only the key in the environment. */
export const samples: Readonly<Record<Language, Samples>> = { curl, typescript, python, cli };
