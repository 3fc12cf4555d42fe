import { attributes } from '@patchbay/telemetry/attributes';
import { spanTable } from '@patchbay/telemetry/span-table';
import type { CollectedSpan } from '@patchbay/testing/collector';

type Entry = keyof typeof spanTable;

/** Spans that a run may lack, and why. */
const rare: Partial<Record<Entry, string>> = {
  requestWithoutOperation: 'only of a request to an unknown path',
  malformedRequest: 'only of bytes that are no HTTP',
  waitForConnection: 'only where more transactions run than the pool has connections for',
  waitForRow: 'only where two transactions of a process change one row',
};

interface Pattern {
  readonly entry: Entry;
  readonly kind: string;
  readonly name: RegExp;
  /** Characters of the name that are not a part. */
  readonly constant: number;
  readonly attributes: ReadonlySet<string>;
}

const part = '\uFFFF';

const patterns = Object.entries(spanTable)
  .map(([entry, { name, parts, kind, attributes: keys }]): Pattern => {
    const nameOf: (...given: string[]) => string = name;
    const text = nameOf(...parts.map(() => part));
    return {
      entry: entry as Entry,
      kind,
      name: new RegExp(`^${text.replaceAll(part, '.+')}$`),
      constant: text.replaceAll(part, '').length,
      attributes: new Set([...keys.map((key) => attributes[key]), attributes.errorType]),
    };
  })
  // What has more constant text is the better match: `db x` is also a method and a target.
  .toSorted((a, b) => b.constant - a.constant);

const patternOf = ({ kind, name }: CollectedSpan): Pattern | undefined =>
  patterns.find((pattern) => pattern.kind === kind && pattern.name.test(name));

/** Spans and attributes that are not in the table, and entries of the table of which no span was seen. */
export function differencesFromTable(spans: readonly CollectedSpan[]): string[] {
  const seen = new Set<Entry>();
  const unknown = new Set<string>();
  for (const span of spans) {
    const pattern = patternOf(span);
    if (pattern === undefined) unknown.add(`${span.kind} span ${span.name} is not in the table`);
    else {
      seen.add(pattern.entry);
      for (const attribute of Object.keys(span.attributes))
        if (!pattern.attributes.has(attribute))
          unknown.add(`${pattern.entry} has the attribute ${attribute}`);
    }
  }
  const unseen = patterns
    .filter(({ entry }) => !seen.has(entry) && rare[entry] === undefined)
    .map(({ entry }) => `${entry} was not seen`);
  return [...unknown, ...unseen];
}
