import type { CommonFlags, Context } from '../context.ts';
import { exitCodes, Failure, usageFailure } from '../failure.ts';
import { styled } from '../terminal/io.ts';
import { clean, cleanJson, cleanLine } from '../text/clean.ts';
import { wordsOf } from '../text/words.ts';
import { isObject } from './cell.ts';
import { columnsOfList } from './columns.ts';
import { csv } from './csv.ts';
import { listLines, objectLines } from './lines.ts';

type Values = Readonly<Record<string, unknown>>;

/** The output: an object, or a list of objects with the columns of the table. */
export interface Printed {
  readonly value: unknown;
  /** The name of the list in `value`. */
  readonly items?: string;
  /** All fields of the object, or of one item. */
  readonly fields: readonly string[];
  /** The columns of a list that the API does not have. */
  readonly columns?: readonly string[];
  /** The field with a secret that is shown once. Printed on a line of its own, and in a pipe without the other fields. */
  readonly secret?: string;
  /** The object has other fields too, and is printed as JSON. */
  readonly isDocument?: boolean;
}

/** Whether the output is for programs. */
export const asksForData = ({ flags }: Pick<Context, 'flags'>): boolean =>
  flags.json !== undefined || flags.jq !== undefined || flags.csv === true;

const namesIn = (list: string): string[] => list.split(',').map((name) => name.trim());

/** Fails if the output flags do not fit the output. Called before the request, so that nothing is changed. */
export function checkPrintable(
  { json, jq, csv: asCsv }: CommonFlags,
  { fields, secret, isDocument = false }: Omit<Printed, 'value'>,
): void {
  if (asCsv && (json !== undefined || jq !== undefined))
    throw usageFailure('--csv does not go together with --json or --jq.');
  if (asCsv && secret !== undefined)
    throw usageFailure(
      'A secret is not printed beside other columns.',
      `Use --json or --jq .${secret} in place of --csv.`,
    );
  const names = typeof json === 'string' && !isDocument ? namesIn(json) : [];
  const unknown = names.find((name) => !fields.includes(name));
  if (unknown !== undefined)
    throw usageFailure(
      `There is no field "${cleanLine(unknown)}".`,
      `Fields: ${fields.join(', ')}. Write --json=${fields.slice(0, 2).join(',')}, or --json as the last word for all.`,
    );
}

/** The value that `--json` prints and `--jq` gets. */
function jsonOf(data: unknown, { json }: CommonFlags): string {
  const names = typeof json === 'string' ? namesIn(json) : undefined;
  const chosen = (value: unknown): unknown =>
    names && isObject(value) ? Object.fromEntries(names.map((name) => [name, value[name] ?? null])) : value;
  return cleanJson(JSON.stringify(Array.isArray(data) ? data.map(chosen) : chosen(data), null, 2));
}

async function printJson({ io, flags }: Context, data: unknown): Promise<void> {
  const json = jsonOf(data, flags);
  if (flags.jq === undefined) io.stdout.write(`${json}\n`);
  else {
    const { filter } = await import('./jq.ts');
    const { text, error, isSyntax } = await filter(json, flags.jq, !io.stdout.isTTY);
    io.stdout.write(io.stdout.isTTY ? clean(text) : text);
    if (error !== undefined)
      throw new Failure(
        `The filter of --jq failed: ${error}`,
        isSyntax ? exitCodes.usage : exitCodes.failure,
      );
  }
}

async function printObject({ io }: Context, value: Values, secret: string | undefined): Promise<void> {
  const { [secret ?? '']: raw, ...others } = value;
  const hasSecret = secret !== undefined && typeof raw === 'string';
  // A link is in the integration and in its connect link.
  const shown = Object.entries(others).map(([name, one]) => [
    name,
    hasSecret && isObject(one) ? { ...one, [secret]: undefined } : one,
  ]);
  if (!hasSecret || io.stdout.isTTY)
    for (const line of await objectLines(io, Object.fromEntries(shown))) io.stdout.write(`${line}\n`);
  if (!hasSecret) return;
  const warning =
    secret === 'connectUrl'
      ? 'Send this connect link to the client only: whoever has it can connect the integration.'
      : `This ${wordsOf(secret)} is shown once. Keep it where secrets are kept.`;
  io.stderr.write(`${styled(io, io.stderr, 'yellow', warning)}\n`);
  io.stdout.write(`${cleanLine(raw)}\n`);
}

/** Prints the answer of an operation: a table or a list of fields for people, else what `--json`, `--jq` or `--csv` ask for. */
export async function print(context: Context, printed: Printed): Promise<void> {
  const { io, flags } = context;
  const { value, items, fields, secret, isDocument, columns = columnsOfList(items ?? '', fields) } = printed;
  checkPrintable(flags, printed);
  if (value === undefined) return;
  const data = items !== undefined && isObject(value) ? value[items] : value;
  const rows = (Array.isArray(data) ? data : [data]) as readonly Values[];
  if (flags.json !== undefined || flags.jq !== undefined || isDocument) await printJson(context, data);
  else if (flags.csv) {
    const text = csv(fields, rows);
    io.stdout.write(io.stdout.isTTY ? clean(text) : text);
  } else if (!Array.isArray(data)) await printObject(context, rows[0] ?? {}, secret);
  else if (rows.length === 0) io.stderr.write(`No ${wordsOf(items ?? 'results')}.\n`);
  else for (const line of await listLines(io, rows, columns)) io.stdout.write(`${line}\n`);
}
