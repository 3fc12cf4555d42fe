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
const content = await fetch(url).then((response) => response.json());

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
