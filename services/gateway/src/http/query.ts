export interface ParsedQuery {
  readonly values: Readonly<Record<string, string>>;
  /** Names given more than once; `values` has the last value. */
  readonly repeated: ReadonlySet<string>;
}

export function parseQuery(search: string): ParsedQuery {
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (values.has(name)) repeated.add(name);
    values.set(name, value);
  }
  return { values: Object.fromEntries(values), repeated };
}
