export interface ParsedQuery {
  readonly values: Readonly<Record<string, string>>;
  /** Names given more than once, which have no one meaning. */
  readonly repeated: ReadonlySet<string>;
}

/** A query string by name. */
export function parseQuery(search: string): ParsedQuery {
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (values.has(name)) repeated.add(name);
    values.set(name, value);
  }
  return { values: Object.fromEntries(values), repeated };
}
