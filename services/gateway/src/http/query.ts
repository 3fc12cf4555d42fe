import type { FieldProblem } from '@patchbay/errors/failure';

export interface ParsedQuery {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly FieldProblem[];
}

const empty: ParsedQuery = { values: {}, problems: [] };

/** A query string by name. A name given twice has no one meaning: it is a problem, not a list. */
export function parseQuery(search: string): ParsedQuery {
  if (search === '') return empty;
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (values.has(name)) repeated.add(name);
    values.set(name, value);
  }
  return {
    values: Object.fromEntries(values),
    problems: [...repeated].map((path) => ({ path, message: 'must be given once' })),
  };
}
