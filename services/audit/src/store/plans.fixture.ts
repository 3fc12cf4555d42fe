import type { Connection } from '@patchbay/database/pool';
import type { Queryable, Statement } from '@patchbay/database/query';

export interface Sent {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/** The statements that `work` sends to the database that it is given, which answers each with these rows. Default: none. */
export async function statementsOf(
  work: (db: Queryable) => Promise<unknown>,
  rows: readonly object[] = [],
): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  await work({
    now: () => new Date(),
    async query(statement, values = []) {
      sent.push({ statement, values });
      return [...rows] as never;
    },
  });
  return sent;
}

/** A node of the output of `explain (analyze, format json)`. */
interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Parent Relationship'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

export interface Scan {
  readonly type: string;
  readonly partition: string;
  readonly index: string | undefined;
  /** Rows that were read, whether they were filtered out or not. */
  readonly rows: number;
}

export interface Execution {
  readonly nodeTypes: readonly string[];
  /** The partitions that were read, in the order of the plan, and those that the plan has and that were not. */
  readonly scans: readonly Scan[];
  readonly skipped: readonly string[];
  /** The indexes that each child of a Merge Append has, by their names without that of the partition; executed or not. */
  readonly merged: readonly (readonly string[])[];
  readonly rows: number;
}

const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

const rowsOf = (node: Node): number =>
  Math.round((node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);

/** Without subqueries that are run before, or never. */
const withoutInitPlans = (node: Node): Node => ({
  ...node,
  Plans: (node.Plans ?? [])
    .filter((child) => child['Parent Relationship'] !== 'InitPlan')
    .map(withoutInitPlans),
});

const indexesOf = (node: Node): string[] => [
  ...new Set(
    flat(withoutInitPlans(node)).flatMap(({ 'Index Name': index }) =>
      index === undefined ? [] : [index.replace(/^entries_\d{4}_\d{2}_/, '')],
    ),
  ),
];

function executionOf(plan: Node): Execution {
  const nodes = flat(plan);
  const ofEntries = nodes.filter((node) => node['Relation Name']?.startsWith('entries'));
  const scans = ofEntries
    .filter((node) => node['Actual Loops'] > 0)
    .map((node) => ({
      type: node['Node Type'],
      partition: node['Relation Name'] ?? '',
      index: node['Index Name'],
      rows: rowsOf(node),
    }));
  return {
    nodeTypes: [...new Set(nodes.map((node) => node['Node Type']))],
    scans,
    skipped: ofEntries.flatMap((node) => (node['Actual Loops'] > 0 ? [] : [node['Relation Name'] ?? ''])),
    merged: nodes
      .filter((node) => node['Node Type'] === 'Merge Append')
      .flatMap(({ Plans = [] }) => Plans.map(indexesOf)),
    rows: scans.reduce((sum, { rows }) => sum + rows, 0),
  };
}

/** Prepares statements in one session and shows how it executes them. A plan is kept as the settings of the session say. */
export function createExplainer(client: Connection) {
  const names = new Map<string, string>();
  const literal = (value: unknown): string => {
    if (value instanceof Date) return client.escapeLiteral(value.toISOString());
    if (Array.isArray(value)) return client.escapeLiteral(`{${value.join(',')}}`);
    return client.escapeLiteral(String(value));
  };
  return async ({ statement, values }: Sent): Promise<Execution> => {
    let name = names.get(statement.name);
    if (name === undefined) {
      name = `explained_${names.size}`;
      names.set(statement.name, name);
      await client.query(`prepare ${name} as ${statement.text}`);
    }
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (analyze, timing off, format json) execute ${name}(${values.map(literal).join(', ')})`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (plan === undefined) throw new Error('explain gave no plan');
    return executionOf(plan);
  };
}
