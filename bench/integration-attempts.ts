import { table } from '@patchbay/testing/table';
import { waitFor } from '@patchbay/testing/wait';
import type { BareExchanges } from './exchange.ts';
import { type BenchWorkspace, inParallel } from './integration-seeds.ts';
import type { IntegrationBench } from './integrations.ts';
import { burst, type Kind, median } from './rounds.ts';
import { post } from './session.ts';

/** Integrations that the background verifies in a round. */
const verified = 500;
/** Connects by form in a round, one at a time. */
const connects = 150;
const rounds = 3;

interface Round {
  readonly cpu: number;
  readonly each: Readonly<Record<string, number>>;
  readonly p50: number;
}

const makeDue = `update integration.integrations set check_at = now() where status = 'active' and check_at is not null`;
const countDue = `select count(*)::int as due from integration.integrations where check_at < now() + interval '10 minutes'`;

/** CPU of every process per verification, from the time at which all are due until the last one has been verified. */
async function verifyInBackground({ sql, meters }: IntegrationBench): Promise<Round> {
  const all = { ...meters.processes, ...meters.servers };
  const read = async (): Promise<[string, number][]> =>
    Promise.all(Object.entries(all).map(async ([name, meter]) => [name, await meter()] as [string, number]));
  const before = new Map(await read());
  const began = performance.now();
  await sql.query(makeDue);
  await waitFor(async () => (await sql.query<{ due: number }>(countDue))[0]?.due === 0, {
    what: 'the background to verify everything',
    timeoutMs: 60_000,
    intervalMs: 100,
  });
  const ms = performance.now() - began;
  const used = (await read()).map(
    ([name, cpu]) => [name, (cpu - (before.get(name) ?? 0)) / verified] as const,
  );
  const each = Object.fromEntries(used);
  return { cpu: each['integration'] ?? Number.NaN, each, p50: ms / verified };
}

/** Measures connects by form and verifications in the background, beside the same requests by bare undici, by turns. */
export async function benchAttempts(
  bench: IntegrationBench,
  { path }: BenchWorkspace,
  ids: readonly string[],
  bare: BareExchanges,
): Promise<void> {
  const { stack, signedIn, simulated, meters, load, settings } = bench;
  const { api, fields } = simulated;
  const [admin = {}] = signedIn.headers;
  process.stderr.write(`  connecting ${verified} integrations\n`);
  await inParallel(ids.slice(0, verified), 4, (id) =>
    post(stack.address, `${path}/${id}/credentials`, fields, admin),
  );
  const connect: Kind = {
    name: 'connect by form',
    origin: stack.address,
    path: `${path}/${ids[0]}/credentials`,
    headers: [{ ...admin, 'content-type': 'application/json' }],
    oneTimeBodies: {
      create: async (requests) => Array.from({ length: requests }, () => JSON.stringify(fields)),
      async settled() {},
    },
    ...meters,
  };
  const connectByForm = async (): Promise<Round> => {
    const { sum, each, result } = await burst(connect, load, { ...settings, connections: 1 }, connects);
    return { cpu: sum, each, p50: result.p50 };
  };
  const byUndici = (kind: 'connect' | 'verify', concurrency: number) => async (): Promise<Round> => ({
    each: {},
    ...(await bare({ api, fields, kind, times: 2_000, concurrency })),
  });
  const measured: { readonly name: string; readonly run: () => Promise<Round>; readonly rounds: Round[] }[] =
    [
      { name: 'bare undici, token and account', run: byUndici('connect', 1), rounds: [] },
      { name: 'connect by form', run: connectByForm, rounds: [] },
      { name: 'bare undici, account', run: byUndici('verify', 16), rounds: [] },
      { name: 'verification in the background', run: () => verifyInBackground(bench), rounds: [] },
    ];
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { run, rounds: own } of measured) {
      const result = await run();
      if (round > 0) own.push(result);
    }
    const line = measured.map(({ name, rounds: own }) => `${name} ${own.at(-1)?.cpu.toFixed(2) ?? '-'}`);
    process.stderr.write(`  round ${round} of ${rounds}, CPU ms: ${line.join(', ')}\n`);
  }
  const columns = [...Object.keys(meters.processes), ...Object.keys(meters.servers)];
  const rows = measured.map(({ name, rounds: own }, index) => {
    const baseline = measured[index - (index % 2)]?.rounds ?? [];
    return [
      name,
      median(own.map(({ cpu }) => cpu)).toFixed(3),
      index % 2 === 0
        ? '1'
        : median(own.map(({ cpu }, round) => cpu / (baseline[round]?.cpu ?? 1))).toFixed(1),
      ...columns.map((column) =>
        index % 2 === 0 ? '' : median(own.map(({ each }) => each[column] ?? Number.NaN)).toFixed(3),
      ),
      median(own.map(({ p50 }) => p50)).toFixed(2),
    ];
  });
  process.stdout.write(
    '\nAttempts at a simulated provider on loopback, CPU in ms each; of a verification that of the integration service.\n' +
      `Time: connects one after the other, the median; verifications (16 at once) the average of ${verified}, with the wait for the next poll\n\n` +
      `${table(['attempt', 'CPU', 'x undici', ...columns, 'ms'], rows)}\n`,
  );
}
