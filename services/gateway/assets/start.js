/** The samples that are shown: curl, fetch, requests. All other clients of Scalar are hidden. */
const hiddenClients = {
  ...Object.fromEntries(
    [
      'c',
      'clojure',
      'csharp',
      'dart',
      'fsharp',
      'go',
      'http',
      'java',
      'julia',
      'kotlin',
      'node',
      'objc',
      'ocaml',
      'php',
      'powershell',
      'r',
      'ruby',
      'rust',
      'swift',
    ].map((language) => [language, true]),
  ),
  js: ['axios', 'jquery', 'ofetch', 'xhr'],
  python: ['python3', 'aiohttp', 'httpx_sync', 'httpx_async'],
  shell: ['httpie', 'wget'],
};

const url = '/openapi.json';
const place = document.querySelector('#reference');

/** Shows this instead of the reference, with a link to the document. */
function say(sentence) {
  const paragraph = document.createElement('p');
  const link = document.createElement('a');
  paragraph.role = 'status';
  link.href = url;
  link.textContent = 'the OpenAPI document';
  paragraph.append(`${sentence} The same content: `, link, '.');
  place.replaceChildren(paragraph);
}

/** Where the document is refused, as by an overloaded gateway, says so and asks again after the seconds of `Retry-After`. */
async function load() {
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    const content = response?.ok ? await response.json().catch(() => undefined) : undefined;
    if (content) return content;
    const seconds = Number(response?.headers.get('retry-after')) || 5;
    const reason =
      response && !response.ok ? `is refused with status ${response.status}` : 'cannot be reached';
    say(`The description of the API ${reason} at the moment. This page tries again in ${seconds} seconds.`);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

async function get(path) {
  const response = await fetch(path);
  if (!response.ok) throw response;
  return response.json();
}

/**
 * Says whose session the browser has for this site, with which the requests of this page are sent. Resolves with the slugs of the first of
 * their organizations and its first workspace.
 */
async function findCaller() {
  const status = document.querySelector('#caller');
  try {
    const { email } = await get('/v1/me');
    status.textContent = `Signed in as ${email}`;
    const { organizations } = await get('/v1/organizations');
    const orgSlug = organizations[0]?.slug;
    if (orgSlug === undefined) return {};
    const { workspaces } = await get(`/v1/organizations/${orgSlug}/workspaces`);
    return { orgSlug, workspaceSlug: workspaces[0]?.slug };
  } catch (error) {
    if (error.status === 401) {
      const link = document.createElement('a');
      link.href = status.dataset.signIn;
      link.textContent = 'sign in';
      status.replaceChildren('Not signed in: paste a key, or ', link);
    }
    return {};
  }
}

/**
 * Puts the caller's own slugs in place of those of the examples. Optional parameters of queries start empty: Scalar would send the example or
 * the first value of each, and a list with every filter finds nothing.
 */
function fill({ info, paths }, { orgSlug = 'acme', workspaceSlug = 'brand-campaigns' }) {
  const own = { orgSlug, workspaceSlug };
  const slugs = { acme: orgSlug, 'brand-campaigns': workspaceSlug };
  // In one pass, and not in the address of the API: either may have the slug of an example in it.
  info.description = info.description.replaceAll(
    /(organizations\/|workspaces\/|["'`])(acme|brand-campaigns)\b/g,
    (_, before, slug) => before + slugs[slug],
  );
  for (const { parameters = [], requestBody } of Object.values(paths).flatMap(Object.values)) {
    for (const parameter of parameters) {
      if (parameter.name in own) parameter.example = own[parameter.name];
      if (parameter.in === 'query' && !parameter.required) parameter.example = '';
    }
    const body = requestBody?.content['application/json']?.example;
    if (body?.workspaceSlug) body.workspaceSlug = workspaceSlug;
  }
}

// The reference waits for the slugs, but not for long.
const withoutSlugs = new Promise((resolve) => setTimeout(resolve, 5_000, {}));
const [content, slugs] = await Promise.all([load(), Promise.race([findCaller(), withoutSlugs])]);
if (!globalThis.Scalar) {
  say('A script of this page could not be loaded: reload the page.');
  throw new Error('/docs/scalar.js did not load');
}
place.replaceChildren();
fill(content, slugs);

globalThis.Scalar.createApiReference('#reference', {
  url,
  content,
  slug: 'patchbay',
  // Where the page is, so that samples and requests reach this platform under the address that the reader uses.
  servers: [{ url: location.origin }],
  theme: 'none',
  withDefaultFonts: false,
  favicon: '/docs/favicon.svg',
  documentDownloadType: 'json',
  showOperationId: true,
  orderSchemaPropertiesBy: 'preserve',
  generateOperationSlug: ({ operationId, method, path }) => operationId ?? `${method}${path}`,
  setPageTitle: ({ title, document: { title: api } }) => (title === api ? api : `${title} · ${api}`),
  hiddenClients,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  // What a person types into the fields for credentials is gone with the tab.
  persistAuth: false,
  // Everything that would reach Scalar's own services.
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
});
