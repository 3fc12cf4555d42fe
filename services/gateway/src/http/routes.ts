/** One path and what answers each of its methods. */
export interface Route<Endpoint> {
  /** As it was declared: `/v1/organizations/{orgSlug}`. */
  readonly path: string;
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  /** Value of the `Allow` header. */
  readonly allow: string;
}

export interface Match<Endpoint> {
  readonly route: Route<Endpoint>;
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>;
}

interface Branch<Endpoint> {
  readonly literals: Map<string, Branch<Endpoint>>;
  parameter?: Branch<Endpoint>;
  leaf?: { readonly route: Route<Endpoint>; readonly names: readonly string[] };
}

const branch = <Endpoint>(): Branch<Endpoint> => ({ literals: new Map() });
const parameterName = (segment: string): string | undefined =>
  segment.startsWith('{') ? segment.slice(1, -1) : undefined;
const noParams = {};
/** Throws where it cannot be decoded. */
const decoded = (segment: string): string => (segment.includes('%') ? decodeURIComponent(segment) : segment);

const allowOf = (methods: Iterable<string>): string => {
  const allowed = new Set(methods);
  if (allowed.has('GET')) allowed.add('HEAD');
  return [...allowed.add('OPTIONS')].join(', ');
};

function addBranch<Endpoint>(from: Branch<Endpoint>, segment: string): Branch<Endpoint> {
  const next = branch<Endpoint>();
  if (parameterName(segment) === undefined) from.literals.set(segment, next);
  else from.parameter = next;
  return next;
}

/** Literal segments win over parameters, whatever the order of declaration. */
function walk<Endpoint>(
  from: Branch<Endpoint>,
  segments: readonly string[],
  at: number,
  values: string[],
): Branch<Endpoint> | undefined {
  const segment = segments[at];
  if (segment === undefined) return from.leaf && from;
  const literal = from.literals.get(segment);
  const literalMatch = literal && walk(literal, segments, at + 1, values);
  if (literalMatch || from.parameter === undefined || segment === '') return literalMatch;
  values.push(segment);
  const parameterMatch = walk(from.parameter, segments, at + 1, values);
  if (parameterMatch === undefined) values.pop();
  return parameterMatch;
}

/** Finds the route of a path; undefined where there is none or the path cannot be decoded. */
export function createRoutes<Endpoint>(
  declared: Iterable<readonly [method: string, path: string, endpoint: Endpoint]>,
): (path: string) => Match<Endpoint> | undefined {
  const byPath = new Map<string, Map<string, Endpoint>>();
  for (const [method, path, endpoint] of declared) {
    const endpoints = byPath.get(path) ?? new Map<string, Endpoint>();
    if (endpoints.has(method)) throw new Error(`${method} ${path} is declared twice`);
    byPath.set(path, endpoints.set(method, endpoint));
  }

  const fixed = new Map<string, Match<Endpoint>>();
  const root = branch<Endpoint>();
  for (const [path, endpoints] of byPath) {
    const route = { path, endpoints, allow: allowOf(endpoints.keys()) };
    const segments = path.split('/').slice(1);
    const names = segments.flatMap((segment) => parameterName(segment) ?? []);
    if (names.length === 0) fixed.set(path, { route, params: noParams });
    let at = root;
    for (const segment of segments) {
      const next = parameterName(segment) === undefined ? at.literals.get(segment) : at.parameter;
      at = next ?? addBranch(at, segment);
    }
    at.leaf = { route, names };
  }

  return (path) => {
    const known = fixed.get(path);
    if (known !== undefined || !path.startsWith('/')) return known;
    const values: string[] = [];
    const leaf = walk(root, path.split('/').slice(1), 0, values)?.leaf;
    if (leaf === undefined) return undefined;
    try {
      const params: Record<string, string> = {};
      for (const [index, name] of leaf.names.entries()) params[name] = decoded(values[index] ?? '');
      return { route: leaf.route, params };
    } catch {
      return undefined;
    }
  };
}
