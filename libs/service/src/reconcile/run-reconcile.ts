import { runProgram } from '../program.ts';
import { findLeftovers, type Leftover, type ListMissing, type TenantRows } from './leftovers.ts';

/** What the command works on. */
export interface Opened {
  readonly tenantRows: TenantRows;
  readonly listMissing: ListMissing;
  readonly close: () => Promise<void>;
}

const help = (
  service: string,
): string => `Lists what ${service} has left of workspaces and organizations that organization does not have any more.

  --json      one JSON object for each, on a line of its own
  --destroy   destroys it, as the event about the deletion would have: credentials first. Not after organization was restored to an
              earlier time: what was created since is missing there, and would be lost

What is deleted while it runs may be listed, because the event about it is on its way: run it again.
Variables: those of the service.
Exit code: 0 when nothing is left; 1 when something is, or it failed; 2 for arguments that it does not know.`;

const lineOf = ({ organizationId, workspaceId, rows }: Leftover): string => {
  const counts = Object.entries(rows)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => `${count} ${table}`);
  const workspace = workspaceId === null ? '' : ` workspace ${workspaceId}`;
  return `organization ${organizationId}${workspace}: ${counts.join(', ') || 'only the row of the tenant itself'}`;
};

export interface ReconcileOptions {
  readonly isJson: boolean;
  readonly destroys: boolean;
  readonly print: (line: string) => void;
}

/** How many tenants are left. */
export async function reconcile(
  { tenantRows, listMissing }: Pick<Opened, 'tenantRows' | 'listMissing'>,
  { isJson, destroys, print }: ReconcileOptions,
): Promise<number> {
  let left = 0;
  for await (const leftover of findLeftovers(tenantRows, listMissing)) {
    if (destroys) await tenantRows.destroy(leftover);
    else left += 1;
    if (isJson) print(JSON.stringify({ ...leftover, destroyed: destroys }));
    else print(`${lineOf(leftover)}${destroys ? ': destroyed' : ''}`);
  }
  if (!isJson && left === 0) print('nothing is left');
  return left;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The whole of a `main-reconcile.ts`. */
export const runReconcile = (
  service: string,
  given: readonly string[],
  open: (environment: NodeJS.ProcessEnv) => Opened,
): Promise<void> =>
  runProgram({ name: `${service} main-reconcile` }, async () => {
    const unknown = given.find((argument) => !['--json', '--destroy', '--help', '-h'].includes(argument));
    if (given.includes('--help') || given.includes('-h')) return print(help(service));
    if (unknown !== undefined) {
      process.stderr.write(`${unknown} is not known here\n\n${help(service)}\n`);
      process.exitCode = 2;
      return undefined;
    }
    const opened = open(process.env);
    try {
      const options = { isJson: given.includes('--json'), destroys: given.includes('--destroy'), print };
      process.exitCode = (await reconcile(opened, options)) === 0 ? 0 : 1;
    } finally {
      await opened.close();
    }
    return undefined;
  });
