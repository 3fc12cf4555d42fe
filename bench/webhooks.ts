import { type ClaimedDelivery, claim } from '@patchbay/webhook/queues';
import { Client, type QueryResultRow } from 'pg';
import { aims } from './aims.ts';
import type { Platform } from './platform.ts';
import { atEnd } from './processes.ts';
import { judge, median, percentile, progress, report } from './report.ts';
import type { Settings } from './settings.ts';

const lengths = [100, 10_000, 1_000_000] as const;
/** As many as a webhook has places. */
const claimed = 10;
const claimsOfRound = 40;

const insertWebhook = `
  with made as (
    insert into webhooks (id, organization_id, url, description, actions, status, sealed_secret, created_by_email, created_at, updated_at)
    values (gen_random_uuid(), gen_random_uuid(), 'https://hooks.example/', '', '{}', 'active', 'none', 'ada@acme.example', now(), now())
    returning id, organization_id
  )
  insert into queues (webhook_id, organization_id, due_at) select id, organization_id, now() - interval '1 second' from made returning webhook_id as id`;

/** Half of them are due, and half wait for their next attempt. */
const insertDeliveries = `
  insert into deliveries (id, webhook_id, entry_id, sequence, action, body, status, next_attempt_at, created_at)
  select gen_random_uuid(), $1, gen_random_uuid(), n, 'integration.updated', repeat('x', 500), 'pending',
    now() + (case when n % 2 = 0 then -1 else 1 end) * interval '1 hour' + n * interval '1 millisecond', now()
  from generate_series(1, $2::int) n`;

const returnClaimed = `
  update deliveries set leased_until = null, attempts = 0,
    next_attempt_at = now() - interval '1 hour' + sequence * interval '1 millisecond'
  where id = any ($1::uuid[])`;

/** Measures what it costs to find the next deliveries of a webhook, the more of them wait. */
export async function benchWebhooks({ servers, stop, start }: Platform, { rounds }: Settings): Promise<void> {
  progress('webhooks');
  // It would claim them itself.
  await stop('webhook');
  const client = new Client({ connectionString: servers.postgres.url, options: '-c search_path=webhook' });
  await client.connect();
  atEnd(() => client.end());
  const query = async <Row extends QueryResultRow>(
    { name, text }: { readonly name: string; readonly text: string },
    values: readonly unknown[] = [],
  ): Promise<Row[]> => (await client.query<Row>({ name, text, values: [...values] })).rows;

  const queues: { readonly length: number; readonly id: string; readonly times: number[] }[] = [];
  for (const length of lengths) {
    const { rows } = await client.query<{ id: string }>(insertWebhook);
    const id = rows[0]?.id ?? '';
    await client.query(insertDeliveries, [id, length]);
    queues.push({ length, id, times: [] });
    progress(`  inserted ${length.toLocaleString('en')} deliveries`);
  }
  await client.query('vacuum analyze webhooks, queues, deliveries');

  /** One claim in its transaction; milliseconds. What it has claimed is given back. */
  const measure = async (id: string): Promise<number> => {
    const begun = performance.now();
    await client.query('begin');
    const got: ClaimedDelivery[] = await claim(
      { query, transactionName: 'claim', now: () => new Date() },
      new Map([[id, claimed]]),
      60_000,
    );
    await client.query('commit');
    const ms = performance.now() - begun;
    if (got.length !== claimed) throw new Error(`${got.length} of ${claimed} deliveries were claimed`);
    await client.query(returnClaimed, [got.map((one) => one.id)]);
    // Not now: the column has milliseconds, and Postgres rounds, so that it could be due after the next claim.
    await client.query(`update queues set due_at = now() - interval '1 second' where webhook_id = $1`, [id]);
    return ms;
  };
  for (const { id } of queues) for (let count = 0; count < 10; count += 1) await measure(id);
  // By turns, so that other load on the machine affects all figures alike.
  for (let count = 0; count < rounds * claimsOfRound; count += 1)
    for (const { id, times } of queues) times.push(await measure(id));

  const first = median(queues[0]?.times ?? []);
  report(
    `Claim of ${claimed} deliveries of one webhook, half of whose deliveries are due; ms, ${rounds * claimsOfRound} claims each, by turns`,
    ['waiting', 'median', 'p90', 'ratio', 'aim'],
    queues.map(({ length, times }) => {
      const ratio = median(times) / first;
      const what = `claim among ${length.toLocaleString('en')}`;
      return [
        length.toLocaleString('en'),
        median(times).toFixed(2),
        percentile(times, 0.9).toFixed(2),
        ratio.toFixed(2),
        length === 1_000_000 ? judge(what, ratio, aims.claimRatio, '×') : '',
      ];
    }),
  );
  await client.query('delete from deliveries where webhook_id = any ($1)', [queues.map(({ id }) => id)]);
  await client.query('delete from webhooks where id = any ($1)', [queues.map(({ id }) => id)]);
  await start('webhook');
}
