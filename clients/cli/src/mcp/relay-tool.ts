import type { CallToolResult } from '@modelcontextprotocol/server';
import { errorOf, type Patchbay, type Schemas } from '@patchbay/client';
import type { Context } from '../context.ts';
import { usageFailure } from '../failure.ts';
import { type Arguments, type Caller, type Defaults, scopeOf } from './operation-tool.ts';
import { mostBytes, requestNote, resultOf } from './result.ts';

type Access = Schemas['UseAccess'];
interface Place {
  readonly orgSlug: string;
  readonly workspaceSlug: string;
}

/** An integration that the caller may use now. */
export interface Usable extends Place {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly apis: readonly string[];
  readonly access: Access;
}

/** Workspaces that are searched, and integrations that are named. */
const mostWorkspaces = 20;
const mostNamed = 50;

/** The API has a grant tell its key by the first 15 characters, and keys cannot read their own id. */
const prefixLength = 15;

/** The grant of the caller for an integration. Undefined: no access. */
async function accessTo(
  client: Patchbay,
  { role, ...place }: Place & { readonly role: string },
  { id, access }: Pick<Schemas['Integration'], 'id' | 'access'>,
  apiKey: string | undefined,
): Promise<Access | undefined> {
  if (apiKey !== undefined) {
    const { grants } = await client.listGrants({ ...place, id });
    return grants.find(
      (grant) => grant.status === 'active' && grant.apiKey.prefix === apiKey.slice(0, prefixLength),
    )?.access;
  }
  if (role === 'admin') return access;
  return role === 'member' ? 'read' : undefined;
}

/** The integrations that the caller may use, those of the remembered workspace first. */
export async function findUsable(
  client: Patchbay,
  defaults: Defaults,
  apiKey: string | undefined,
): Promise<Usable[]> {
  const orgSlugs =
    defaults.orgSlug === undefined
      ? (await client.listOrganizations()).organizations.map(({ slug }) => slug)
      : [defaults.orgSlug];
  const lists = await Promise.all(
    orgSlugs.map(async (orgSlug) => {
      const { workspaces } = await client.listWorkspaces({ orgSlug });
      return workspaces.map(({ slug: workspaceSlug, role }) => ({ orgSlug, workspaceSlug, role }));
    }),
  );
  const isRemembered = ({ workspaceSlug }: Place): boolean => workspaceSlug === defaults.workspaceSlug;
  const places = lists.flat().toSorted((a, b) => Number(isRemembered(b)) - Number(isRemembered(a)));
  const { providers } = await client.listProviders();
  const found = await Promise.all(
    places.slice(0, mostWorkspaces).map(async ({ role, ...place }) => {
      const { integrations } = await client.listIntegrations({ ...place, status: 'active' });
      return await Promise.all(
        integrations.slice(0, mostNamed).map(async (integration) => {
          const { id, name, provider } = integration;
          const access = await accessTo(client, { ...place, role }, integration, apiKey);
          const apis = providers.find((one) => one.provider === provider)?.apis ?? [];
          return access && { ...place, id, name, provider, access, apis: apis.map((api) => api.name) };
        }),
      );
    }),
  );
  return found.flat().flatMap((usable) => usable ?? []);
}

/** Quotes names and removes invisible characters, against prompt injection by the name of an integration. */
export const relayDescription = (usable: readonly Usable[]): string =>
  [
    'Sends a request of the advertising system to it, with the credentials of an integration, which stay hidden, and answers what it answers. Method, path, query and body are those of its own API, below the base address of one of the apis (`getProvider` has them, with a link to the documentation). Integrations that can be used now, with their apis:',
    ...usable
      .slice(0, mostNamed)
      .map(
        ({ orgSlug, workspaceSlug, id, name, provider, access, apis }) =>
          `- ${id}: ${JSON.stringify(name.replaceAll(/[\p{Cf}\p{Zl}\p{Zp}]/gu, ''))}, ${provider}, in ${orgSlug}/${workspaceSlug}, to ${access}: ${apis.join(', ')}`,
      ),
    ...(usable.length > mostNamed ? ['- and more: see `listIntegrations`'] : []),
  ].join('\n');

export function relaySchema(defaults: Defaults, { allowsChanges }: Caller) {
  const slug = (of: keyof Defaults, what: string) => ({
    type: 'string',
    pattern: '^[\\w-]+$',
    description: `The slug of the ${what}.${defaults[of] === undefined ? '' : ` Default: ${defaults[of]}.`}`,
  });
  const texts = { type: 'object', additionalProperties: { type: 'string' } };
  return {
    type: 'object',
    properties: {
      orgSlug: slug('orgSlug', 'organization'),
      workspaceSlug: slug('workspaceSlug', 'workspace'),
      integrationId: { type: 'string', pattern: '^[\\w-]+$', description: '`id` of the integration.' },
      api: {
        type: 'string',
        pattern: '^[a-z0-9_]{1,63}$',
        description: "Name of one of the provider's apis.",
      },
      method: {
        type: 'string',
        enum: allowsChanges ? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] : ['GET', 'POST'],
        description: allowsChanges ? 'Default: GET.' : 'Default: GET. POST only for what reads.',
      },
      path: {
        type: 'string',
        description: 'The path below the base address of the api, without a slash before it.',
      },
      query: { ...texts, description: 'Parameters of the query.' },
      headers: { ...texts, description: 'Headers that the api needs, never credentials.' },
      body: { type: ['object', 'string'], description: 'An object is sent as JSON.' },
    },
    required: [
      ...(defaults.orgSlug === undefined ? ['orgSlug'] : []),
      ...(defaults.workspaceSlug === undefined ? ['workspaceSlug'] : []),
      'integrationId',
      'api',
      'path',
    ],
    additionalProperties: false,
  } as const;
}

interface Relayed {
  readonly integrationId: string;
  readonly api: string;
  readonly path: string;
  readonly method?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string;
}

/** `{api}/{path}` with the query. Refuses a path that leaves the API of the provider. */
function addressOf({ api, path, query = {} }: Relayed): string {
  const url = new URL(`http://relay/${api}/${path.replace(/^\//, '')}`);
  if (!url.pathname.startsWith(`/${api}/`)) throw usageFailure('The path must stay below the api.');
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  return url.pathname.slice(1) + url.search;
}

/** Without changes, a POST is sent only where the relay itself refuses what changes something. */
async function demandReading(
  client: Patchbay,
  place: Place,
  { integrationId: id, method }: Relayed,
  apiKey: string | undefined,
): Promise<void> {
  if (method === undefined || method === 'GET') return;
  const [{ role }, integration] = await Promise.all([
    client.getWorkspace(place),
    client.getIntegration({ ...place, id }),
  ]);
  const access = await accessTo(client, { ...place, role }, integration, apiKey);
  if (access === 'read') return;
  // A grant that is not seen, because its key was rotated, may still let the relay change something.
  throw usageFailure(
    access === undefined
      ? 'No grant or role lets this caller use the integration.'
      : 'A POST could change something here, because the access to this integration is "manage".',
    'Use GET, or let a person start `patchbay mcp --allow-changes`.',
  );
}

/** The start of a body as text. Does not wait for the rest. */
async function beginningOf({ headers, body }: Response): Promise<string> {
  const type = headers.get('content-type') ?? 'text/plain';
  const chunks: Uint8Array[] = [];
  if (/json|text|xml|csv|javascript|urlencoded/i.test(type)) {
    let bytes = 0;
    for await (const chunk of body ?? []) {
      chunks.push(chunk as Uint8Array);
      bytes += (chunk as Uint8Array).byteLength;
      if (bytes > mostBytes) break;
    }
    return Buffer.concat(chunks).toString();
  }
  await body?.cancel();
  return `[${type}, which is not shown]`;
}

export async function relay(
  context: Context,
  given: Arguments,
  { defaults, caller, apiKey }: { defaults: Defaults; caller: Caller; apiKey: string | undefined },
): Promise<CallToolResult> {
  const client = await context.client();
  const relayed = given as unknown as Relayed;
  const place = scopeOf(given, defaults) as unknown as Place;
  if (place.workspaceSlug === undefined) throw usageFailure('Give workspaceSlug.');
  const { method = 'GET', body, integrationId: id } = relayed;
  const headers = new Headers(relayed.headers);
  for (const name of ['authorization', 'cookie', 'x-api-key'])
    if (headers.has(name))
      throw usageFailure(`Leave ${name} out: Patchbay adds what authorizes the request.`);
  if (typeof body === 'object' && !headers.has('content-type'))
    headers.set('content-type', 'application/json');
  const address = addressOf(relayed);
  if (!caller.allowsChanges) await demandReading(client, place, relayed, apiKey);
  const response = await client.integration({ ...place, id }).fetch(address, {
    method,
    headers,
    signal: context.io.signal,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  if (response.headers.get('patchbay-relay') === 'refused') throw await errorOf(response);
  const notes = [
    `The advertising system answered with status ${response.status}.`,
    ...requestNote(response.headers.get('x-request-id')),
  ];
  return resultOf(await beginningOf(response), notes, response.status >= 400);
}
