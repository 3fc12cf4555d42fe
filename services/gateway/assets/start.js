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

const content = await load();
if (!globalThis.Scalar) {
  say('A script of this page could not be loaded: reload the page.');
  throw new Error('/docs/scalar.js did not load');
}
place.replaceChildren();

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
