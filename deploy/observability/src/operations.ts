import { readFileSync } from 'node:fs';

export interface Operation {
  readonly id: string;
  readonly group: string;
  readonly method: string;
}

const file = new URL('../../../services/gateway/src/operations/contract.tsv', import.meta.url);

/** The operations of the API, from the table of the public contract; without those for probes and tools, such as getHealth. */
export const operations: readonly Operation[] = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [id = '', group = '', method = ''] = line.split('\t');
    return { id, group, method };
  })
  .filter(({ group }) => group !== 'infra');

/** A label matcher for these operations. */
export const matching = (some: readonly Operation[]): string =>
  `operation=~"${some.map(({ id }) => id).join('|')}"`;
