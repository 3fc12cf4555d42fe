import { table } from '@patchbay/testing/table';

const missed: string[] = [];

/** Progress goes to stderr, results to stdout. */
export const progress = (line: string): void => void process.stderr.write(`${line}\n`);

export function report(heading: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  process.stdout.write(`\n${heading}\n\n${table(head, rows)}\n`);
}

/** Compares a figure with its aim, an upper bound, and notes a missed one for the end of the report. */
export function judge(what: string, figure: number, aim: number | undefined, unit: string): string {
  if (aim === undefined) return '';
  if (figure <= aim) return `met (${aim}${unit})`;
  missed.push(`${what}: ${figure.toFixed(1)}${unit}, aim ${aim}${unit}`);
  return `MISSED (${aim}${unit})`;
}

export function reportMissedAims(): void {
  const text = missed.length === 0 ? 'none' : `\n${missed.map((line) => `  ${line}`).join('\n')}`;
  process.stdout.write(`\nMissed aims: ${text}\n`);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
