interface Page {
  readonly files: number;
  readonly bytes: number;
}

const fetched = async (address: string): Promise<Response> => {
  const response = await fetch(address, { signal: AbortSignal.timeout(60_000) });
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
  return response;
};

const demand = (condition: boolean, problem: string): void => {
  if (!condition) throw new Error(problem);
};

/** Loads the console's first page as a browser does before it runs scripts: the page, its policy, its scripts and styles. */
export async function openConsole(portal: string): Promise<Page> {
  const response = await fetched(`${portal}/`);
  const html = await response.text();
  demand(/^text\/html\b/.test(response.headers.get('content-type') ?? ''), 'the page is not HTML');
  const policy = (response.headers.get('content-security-policy') ?? '').split('; ');
  const nonce = /nonce="([^"]+)"/.exec(html)?.[1];
  for (const directive of [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ])
    demand(policy.includes(directive), `the policy of the page lacks ${directive}: ${policy.join('; ')}`);
  demand(!/<script(?![^>]* src=)(?![^>]*application\/json)/.test(html), 'the page has a script of its own');

  const paths = new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path));
  demand(
    [...paths].some((path) => path.endsWith('.js')),
    'the page has no script',
  );
  let bytes = html.length;
  for (const path of paths) {
    const file = await fetched(`${portal}${path}`);
    const type = file.headers.get('content-type') ?? '';
    if (path.endsWith('.js')) demand(/javascript/.test(type), `${path} is ${type}`);
    if (path.endsWith('.css')) demand(/^text\/css\b/.test(type), `${path} is ${type}`);
    bytes += (await file.text()).length;
  }
  return { files: paths.size, bytes };
}
