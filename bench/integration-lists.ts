import { table } from '@patchbay/testing/table';
import { startBaseline } from './baseline.ts';
import { queriesPerRequest } from './calls.ts';
import { type BenchWorkspace, createWorkspace, insertConnected } from './integration-seeds.ts';
import type { IntegrationBench } from './integrations.ts';
import { type Kind, measure } from './rounds.ts';
import { get } from './session.ts';
import { oneByOne } from './settings.ts';

/** Factors on the requests of a round (`Kind.times`). */
const few = 0.01;
const more = 0.05;

/** Measures the list of one integration and of 1,000, one request at a time, beside bare Express that sends the same 1,000. */
export async function benchIntegrationLists(
  { sql, stack, signedIn, meters, load, settings, directory }: IntegrationBench,
  linked: BenchWorkspace,
): Promise<void> {
  process.stderr.write('  lists of integrations\n');
  const [admin = {}] = signedIn.headers;
  const { address: origin } = stack;
  const one = await createWorkspace(origin, admin, 'bench-one');
  const thousand = await createWorkspace(origin, admin, 'bench-thousand');
  await insertConnected(sql, one, 1);
  await insertConnected(sql, thousand, 1_000);
  const body = await get(origin, thousand.path, admin);
  const listed = (body['integrations'] as unknown[]).length;
  if (listed !== 1_000) throw new Error(`${thousand.path} lists ${listed} integrations`);
  const express = await startBaseline(body, directory);
  const kindOf = (name: string, { path }: BenchWorkspace, times: number): Kind => ({
    name,
    origin,
    path,
    headers: [admin],
    times,
    ...meters,
  });
  const kinds: [Kind, ...Kind[]] = [
    { ...express, name: 'bare Express 5, the same 1,000', times: more },
    kindOf('1', one, more),
    kindOf('1,000', thousand, few),
    kindOf('1,000 with live links', linked, few),
  ];
  const measured = await measure(kinds, load, { ...settings, ...oneByOne });
  await express.stop();
  const queries = await queriesPerRequest([one, thousand], admin, sql, stack, load, settings);
  const columns = [...Object.keys(meters.processes), ...Object.keys(meters.servers)];
  const rows = measured.map(({ kind, sum, ratio, each, p50 }, index) => [
    kind.name,
    sum.toFixed(2),
    index === 0 ? '1' : ratio.toFixed(1),
    ...columns.map((column) => each[column]?.toFixed(2) ?? ''),
    p50.toFixed(1),
  ]);
  process.stdout.write(
    `\nGET …/workspaces/{workspaceSlug}/integrations by their number, one request at a time, CPU in ms; answer of 1,000: ${(JSON.stringify(body).length / 1_000).toFixed(0)} kB\n\n` +
      `${table(['integrations', 'CPU', 'x Express', ...columns, 'p50 ms'], rows)}\n\n` +
      `Queries of all services per list (session, access and the list itself): ${queries.map((count) => count.toFixed(2)).join(' of 1, ')} of 1,000\n`,
  );
}
