/** The name of a page of the console in web/src/console/pages, by the path of a request: those that may be it, the best first. */
function sourcesOf(path: string): readonly string[] {
  const [, inWorkspace, page] = /^(?:\/o\/[\w-]+(\/w\/[\w-]+)?)?(?:\/(\w+))?/.exec(path) ?? [];
  if (path.endsWith('/integrations/new')) return ['new-integration/new-integration-page'];
  if (page === undefined)
    return path === '/'
      ? ['home/home-page']
      : [inWorkspace ? 'integrations/integrations-page' : 'overview/overview-page'];
  return [...(inWorkspace ? [`${page}/workspace-${page}-page`] : []), `${page}/${page}-page`];
}

/** What the API is asked for at first on a page of the console: the paths that web/src/console/data/prefetch.ts reads, and the session. */
export function readsOf(path: string): readonly string[] {
  const [, org, workspace, page] = /^\/o\/([\w-]+)(?:\/w\/([\w-]+)(?:\/(\w+))?)?/.exec(path) ?? [];
  const session = '/v1/auth/session';
  if (org === undefined) return [session];
  const organization = `/v1/organizations/${org}`;
  if (path === `/o/${org}`)
    return [session, organization, `${organization}/workspaces`, `${organization}/integrations?limit=200`];
  if (workspace === undefined) return [session, organization];
  const own = `${organization}/workspaces/${workspace}`;
  return [session, organization, own, ...(page === 'integrations' ? [`${own}/integrations`] : [])];
}

/** The scripts of the page at a path, of those that the bundle has. */
export function scriptsOf(path: string, scripts: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const source = sourcesOf(path).find((each) => scripts.has(each));
  return source === undefined ? [] : (scripts.get(source) ?? []);
}
