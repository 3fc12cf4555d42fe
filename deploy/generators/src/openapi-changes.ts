import { apiCompare } from 'api-smart-diff';

/** Lines that tell a reviewer what changed, each once. */
interface Changes {
  /** A client that was written for the earlier document may fail. */
  readonly breaking: readonly string[];
  readonly compatible: readonly string[];
}

interface Change {
  readonly type: string;
  readonly action: string;
  readonly path: readonly (string | number)[];
}

/**
 * `GET /v1/me: remove security`, or the place in the document where the change is in no operation. Changes of several items of a
 * list are one line.
 */
function lineOf({ action, path }: Change): string {
  const [section, route, method, ...place] = typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
  return section === 'paths' && method !== undefined
    ? `${String(method).toUpperCase()} ${route}: ${action} ${place.join('.') || 'operation'}`
    : `${action} ${path.join('.')}`;
}

const linesOf = (changes: readonly Change[]): string[] => [...new Set(changes.map(lineOf))];

/** Compares two OpenAPI documents. What the library cannot classify counts as breaking: a person has to look at it. */
export function changesBetween(before: object, after: object): Changes {
  const { diffs }: { readonly diffs: readonly Change[] } = apiCompare(before, after);
  // A change of a component is also reported for each operation that uses it.
  const changes = diffs.filter(({ path: [section] }) => section !== 'components');
  // The library does not classify examples.
  const isCompatible = ({ type, path }: Change): boolean =>
    type === 'non-breaking' || type === 'annotation' || path.includes('example') || path.includes('examples');
  return {
    breaking: linesOf(changes.filter((change) => !isCompatible(change))),
    compatible: linesOf(changes.filter(isCompatible)),
  };
}
