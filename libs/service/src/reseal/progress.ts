import type { SealedColumn } from '@patchbay/sealing/sealed-column';
import type { Pass } from './pass.ts';

const count = (number: number): string => number.toLocaleString('en');

/** Prints a line for a pass once a second at most; short passes print none. */
export function createProgress(
  schema: string,
  print: (line: string) => void,
  now: () => number = () => performance.now(),
): (column: SealedColumn, soFar: Pass) => void {
  let printedAt = now();
  return ({ table }, { rows, resealed }) => {
    if (now() - printedAt < 1_000) return;
    printedAt = now();
    print(`${schema}.${table}: ${count(rows)} rows read, ${count(resealed)} sealed again`);
  };
}
