import type { RelayRequest } from './first-read.ts';

/** The workspace of a sample. */
export interface WorkspaceNames {
  readonly apiUrl: string;
  readonly orgSlug: string;
  readonly workspaceSlug: string;
}

/** The integration of a sample. */
export interface IntegrationNames extends WorkspaceNames {
  readonly integrationId: string;
}

export const languages = ['curl', 'typescript', 'python', 'cli'] as const;
export type Language = (typeof languages)[number];

/** Placeholder of the API key. Samples read the key from the environment. */
export const placeholder = 'pby_YOUR_KEY';

/** The command that sets the key. */
export const setKey = (key: string = placeholder): string => `export PATCHBAY_API_KEY=${quoted(key)}`;

interface Samples {
  /** Lists the integrations of a workspace. */
  readonly list: (names: WorkspaceNames) => string;
  /** Sends the request. */
  readonly relay: (names: IntegrationNames, request: RelayRequest) => string;
}

/** A word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A string of TypeScript. */
const literal = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;

const indented = (text: string): string => text.replaceAll('\n', '\n  ');

const listPath = ({ orgSlug, workspaceSlug }: WorkspaceNames): string =>
  `/v1/organizations/${orgSlug}/workspaces/${workspaceSlug}/integrations`;

const curl: Samples = {
  list: (names) => `curl '${names.apiUrl}${listPath(names)}' \\
  -H "X-Api-Key: $PATCHBAY_API_KEY"`,
  relay: (names, { api, path, headers, body }) => {
    const url = `${names.apiUrl}${listPath(names)}/${names.integrationId}/relay/${api}/${path}`;
    return [
      // curl takes brackets and braces for sets of addresses.
      `curl ${/[[\]{}]/.test(url) ? '--globoff ' : ''}${quoted(url)}`,
      '-H "X-Api-Key: $PATCHBAY_API_KEY"',
      ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
      ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
    ].join(' \\\n  ');
  },
};

const client = ({ apiUrl }: WorkspaceNames): string => `import { Patchbay } from '@patchbay/client';

const patchbay = new Patchbay({
  baseUrl: '${apiUrl}',
  apiKey: process.env.PATCHBAY_API_KEY,
});`;

/** The options of `fetch`, and nothing for a GET without headers. */
function optionsOf({ method, headers, body }: RelayRequest): string {
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(Object.keys(headers).length === 0
      ? []
      : [
          `headers: { ${Object.entries(headers)
            .map(([name, value]) => `${literal(name)}: ${literal(value)}`)
            .join(', ')} }`,
        ]),
    ...(body === undefined
      ? []
      : [`body: JSON.stringify(${indented(JSON.stringify(JSON.parse(body), null, 2))})`]),
  ];
  return options.length === 0 ? '' : `, {\n${options.map((option) => `  ${option},\n`).join('')}}`;
}

const typescript: Samples = {
  list: (names) => `${client(names)}
const { integrations } = await patchbay.listIntegrations({
  orgSlug: '${names.orgSlug}',
  workspaceSlug: '${names.workspaceSlug}',
});
for (const { name, status } of integrations) console.log(name, status);`,
  relay: (names, request) => `${client(names)}
const integration = patchbay.integration({
  orgSlug: '${names.orgSlug}',
  workspaceSlug: '${names.workspaceSlug}',
  id: '${names.integrationId}',
});
const answer = await integration.fetch(${literal(`${request.api}/${request.path}`)}${optionsOf(request)});
if (!answer.ok) throw new Error(await answer.text());
console.log(JSON.stringify(await answer.json(), null, 2));`,
};

/** JSON as Python writes it. */
function pythonOf(value: unknown, indent: string): string {
  const inner = `${indent}    `;
  const lines = (items: readonly string[], [open, close]: readonly [string, string]): string =>
    items.length === 0
      ? `${open}${close}`
      : `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
  if (Array.isArray(value))
    return lines(
      value.map((item) => pythonOf(item, inner)),
      ['[', ']'],
    );
  if (typeof value === 'object' && value !== null)
    return lines(
      Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonOf(item, inner)}`),
      ['{', '}'],
    );
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

const python: Samples = {
  list: (names) => `from patchbay import Patchbay

# Reads the key from PATCHBAY_API_KEY.
with Patchbay("${names.apiUrl}") as patchbay:
    found = patchbay.list_integrations("${names.orgSlug}", "${names.workspaceSlug}")
    for each in found["integrations"]:
        print(each["name"], each["status"])`,
  relay: (names, { method, api, path, headers, body }) => {
    // A body as `json` brings its content type.
    const others = Object.fromEntries(
      Object.entries(headers).filter(([name]) => body === undefined || name !== 'Content-Type'),
    );
    const indent = ' '.repeat(8);
    const parameters = [
      JSON.stringify(method),
      JSON.stringify(api),
      JSON.stringify(path),
      ...(Object.keys(others).length === 0 ? [] : [`headers=${pythonOf(others, indent)}`]),
      ...(body === undefined ? [] : [`json=${pythonOf(JSON.parse(body), indent)}`]),
    ];
    return `from patchbay import Patchbay

# Reads the key from PATCHBAY_API_KEY.
with Patchbay("${names.apiUrl}") as patchbay:
    integration = patchbay.integration(
        "${names.orgSlug}", "${names.workspaceSlug}", "${names.integrationId}"
    )
    answer = integration.request(
${parameters.map((parameter) => `${indent}${parameter},\n`).join('')}    )
    answer.raise_for_status()
    print(answer.text)`;
  },
};

const target = ({ apiUrl, orgSlug, workspaceSlug }: WorkspaceNames): string =>
  `--host ${apiUrl} --org ${orgSlug} --workspace ${workspaceSlug}`;

const cli: Samples = {
  list: (names) => `patchbay integration list \\
  ${target(names)}`,
  relay: (names, { method, api, path, headers, body }) => {
    const options = Object.entries(headers)
      // The command line sends a body as JSON by itself.
      .filter(([name]) => name !== 'Content-Type')
      .map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`);
    const command = [
      `patchbay relay ${names.integrationId} ${method} ${quoted(`${api}/${path}`)}`,
      target(names),
      ...options,
      ...(body === undefined ? [] : ['--input -']),
    ].join(' \\\n  ');
    return body === undefined ? command : `printf %s ${quoted(body)} |\n  ${command}`;
  },
};

/** Complete programs. They need only the key in the environment. */
export const samples: Readonly<Record<Language, Samples>> = { curl, typescript, python, cli };
