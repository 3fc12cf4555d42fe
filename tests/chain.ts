import { createHash } from 'node:crypto';

/** RFC 8785 for the values of audit logs. Does not use the service's code, to prove that clients can verify the chain. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value).toSorted((a, b) => (a < b ? -1 : 1));
    const members = names.map(
      (name) => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`,
    );
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** The hash of an entry, which is given without its `hash`. */
export const hashOf = (entry: object): string => createHash('sha256').update(canonical(entry)).digest('hex');

/** The sequence of the first entry that does not continue the hash chain; undefined if the whole trail is intact. */
export function firstBrokenLink(
  trail: readonly { hash: string; previousHash: string; sequence: number }[],
): number | undefined {
  let previousHash = '0'.repeat(64);
  for (const [index, entry] of trail.entries()) {
    const { hash, ...rest } = entry;
    if (entry.sequence !== index + 1 || entry.previousHash !== previousHash || hash !== hashOf(rest))
      return entry.sequence;
    previousHash = hash;
  }
  return undefined;
}
