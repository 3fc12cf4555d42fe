import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { SealedColumn } from '@patchbay/sealing/sealed-column';
import type { Pass, ResealedColumn } from './reseal.ts';

/** Sealed values that the service does not store, such as cookies: an old key is needed until the last of them has expired. */
export interface SealedElsewhere {
  /** In the plural, for a sentence: `cookies of sign-ups`. */
  readonly what: string;
  readonly seconds: number;
}

/** What a service seals with `SEALING_KEYS`, as its `sealed.ts` exports it. */
export interface ServiceSealing {
  /** The Postgres schema of the service, and the name of the service. */
  readonly schema: string;
  readonly columns: readonly SealedColumn[];
  readonly elsewhere: readonly SealedElsewhere[];
}

export interface Report {
  readonly lines: readonly string[];
  /** Whether everything stored is sealed with the first key. */
  readonly complete: boolean;
}

const count = (number: number): string => number.toLocaleString('en');
const rows = (number: number): string => (number === 1 ? '1 row' : `${count(number)} rows`);
const nameOf = ({ column }: ResealedColumn): string => `${column.table}.${column.column}`;
/** A text without a dot names no key. What stands there instead is not printed: it may be a secret. */
const keyName = (id: string): string => (id === '' ? '(none)' : id);

const hours = (seconds: number): string => {
  const [number, unit] = seconds < 3_600 ? [seconds / 60, 'minute'] : [seconds / 3_600, 'hour'];
  const whole = Math.ceil(number);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
};

function table(results: readonly ResealedColumn[]): string[] {
  const cells = results.flatMap((result) => {
    const keys = [...result.byKey].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return keys.length === 0
      ? [[nameOf(result), '', '0']]
      : keys.map(([id, number]) => [nameOf(result), keyName(id), count(number)]);
  });
  const lines = [['Column', 'Key', 'Rows'], ...cells];
  const widths = [0, 1].map((index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const sumOf = (results: readonly ResealedColumn[], id: string): number =>
  results.reduce((sum, { byKey }) => sum + (byKey.get(id) ?? 0), 0);

const longestOf = (elsewhere: readonly SealedElsewhere[]): SealedElsewhere | undefined =>
  elsewhere.toSorted((a, b) => b.seconds - a.seconds)[0];

function removal({ schema, elsewhere }: ServiceSealing, id: string, first: string): string {
  const unused = `key ${id} seals nothing stored in ${schema} any more: it can be removed from SEALING_KEYS`;
  const longest = longestOf(elsewhere);
  return longest === undefined
    ? unused
    : `${unused} once ${hours(longest.seconds)} have passed since every process has ${first} as its first key (${longest.what} live that long)`;
}

function unreadable(result: ResealedColumn): string[] {
  const { column, unreadable: number, examples } = result;
  const more = number - examples.length;
  return [
    ...examples.map(({ id, reason }) => `${column.table} ${id} cannot be opened: ${reason}`),
    ...(more === 0 ? [] : [`${column.table}: ${count(more)} more that cannot be opened`]),
  ];
}

/** The last lines of `main-reseal`. `keyIds` are those of the ring, the first one first. */
export function reportOf(
  sealing: ServiceSealing,
  keyIds: readonly [string, ...string[]],
  results: readonly ResealedColumn[],
): Report {
  const { schema } = sealing;
  const [first, ...others] = keyIds;
  const seen = new Set(results.flatMap(({ byKey }) => [...byKey.keys()]));
  const unknown = [...seen].filter((id) => !keyIds.includes(id)).toSorted();
  const left = (id: string): number => sumOf(results, id);
  const resealed = results.reduce((sum, result) => sum + result.resealed, 0);
  const lines = [
    `${schema}: ${rows(resealed)} sealed again with ${first}`,
    ...(results.length === 0 ? [`${schema} stores nothing that is sealed`] : table(results)),
    ...results.flatMap(unreadable),
    ...unknown.map(
      (id) =>
        `key ${keyName(id)} is not in SEALING_KEYS: ${rows(left(id))} in ${schema} ${left(id) === 1 ? 'names' : 'name'} it`,
    ),
    ...others.map((id) =>
      left(id) === 0
        ? removal(sealing, id, first)
        : `key ${id} must stay in SEALING_KEYS: ${rows(left(id))} in ${schema} ${left(id) === 1 ? 'is' : 'are'} sealed with it`,
    ),
    ...(others.length === 0 ? [`${first} is the only key in SEALING_KEYS`] : []),
  ];
  // Rows that do not open name another key than the first: those of the first key are not opened here.
  const complete = [...others, ...unknown].every((id) => left(id) === 0);
  return { lines, complete };
}

/** Prints a line for a pass once a second at most; short passes print none. */
export function createProgress(
  schema: string,
  print: (line: string) => void,
  clock: Pick<Clock, 'uptime'> = systemClock,
): (column: SealedColumn, soFar: Pass) => void {
  let printedAt = clock.uptime();
  return (column, pass) => {
    if (clock.uptime() - printedAt < 1_000) return;
    printedAt = clock.uptime();
    print(`${schema}.${column.table}: ${count(pass.rows)} rows read, ${count(pass.resealed)} sealed again`);
  };
}
