import { hash } from 'node:crypto';
import { most } from '@patchbay/platform/maximums';
import { canonicalForm } from './canonical.ts';
import type { Change, Value } from './domain-event.ts';

export const maxEntryBytes = most.kilobytesOfEntry * 1_000;

/** Bytes of the JSON of `metadata`. Beside it, the texts of an entry have at most 5,000 bytes and its changes 4,000. */
export const maxMetadataBytes = 7_000;

/** UTF-8, as in an entry: the order of names does not change it. */
export const bytesOfJson = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Replaces a value that is too long. Its three fields describe the JSON of the value in RFC 8785 form; characters are Unicode code points.
 */
export type Summary = {
  readonly beginning: string;
  readonly length: number;
  /** Lower-case hex, of the UTF-8 bytes. */
  readonly sha256: string;
};

export function summaryOf(value: Value): Summary {
  const json = canonicalForm(value);
  const characters = Array.from(json);
  return {
    beginning: characters.slice(0, most.charactersOfChange).join(''),
    length: characters.length,
    sha256: hash('sha256', json),
  };
}

const names = 'beginning,length,sha256';

/** Whether a value is a summary already. A longer one is not: it could have anything as its `beginning`. */
const isSummary = (value: Value): boolean => {
  if (typeof value !== 'object' || value === null || Object.keys(value).toSorted().join() !== names)
    return false;
  const { beginning, length, sha256 } = value as { readonly [name: string]: Value };
  return (
    typeof beginning === 'string' &&
    Array.from(beginning).length === most.charactersOfChange &&
    Number.isSafeInteger(length) &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256)
  );
};

/** The summary of a value whose JSON is too long; a shorter value, and a summary, as it is. */
function shortened(value: Value): Value {
  const json = JSON.stringify(value);
  // A string has at least as many UTF-16 units as characters, so a value that is short in units needs no count of its characters.
  if (json.length <= most.charactersOfChange || isSummary(value)) return value;
  return Array.from(json).length <= most.charactersOfChange ? value : summaryOf(value);
}

/** Shortening twice changes nothing: services shorten what they publish, and audit what it records. */
export const boundedChanges = (changes: readonly Change[]): readonly Change[] =>
  changes.map(({ field, before, after }) => ({ field, before: shortened(before), after: shortened(after) }));

type Metadata = { readonly [name: string]: Value };

/**
 * As it is within `maxMetadataBytes`. Else lists keep as many of their first items as fit, with the number of the others in
 * `<name>Omitted`, and other long values are shortened.
 */
export function boundedMetadata(metadata: Metadata): Metadata {
  if (bytesOfJson(metadata) <= maxMetadataBytes) return metadata;
  const lists = Object.entries(metadata).filter(([, value]) => Array.isArray(value)) as [string, Value[]][];
  const bounded: Record<string, Value> = Object.fromEntries([
    ...Object.entries(metadata).map(
      ([name, value]) => [name, Array.isArray(value) ? [] : shortened(value)] as const,
    ),
    ...lists.map(([name, items]) => [`${name}Omitted`, items.length] as const),
  ]);
  for (const [name, items] of lists) {
    let left = maxMetadataBytes - bytesOfJson(bounded);
    const end = items.findIndex((item) => {
      left -= bytesOfJson(item) + 1;
      return left < 0;
    });
    if (end === -1) delete bounded[`${name}Omitted`];
    else bounded[`${name}Omitted`] = items.length - end;
    bounded[name] = end === -1 ? items : items.slice(0, end);
  }
  return bounded;
}
