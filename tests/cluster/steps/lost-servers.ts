import { setTimeout as sleep } from 'node:timers/promises';
import { type Run, seconds } from '../run.ts';
import type { Told } from '../story/tell-story.ts';
import { tell, underTraffic } from './under-traffic.ts';

/** Kafka is away for a minute: no request fails, and what happened meanwhile is recorded and delivered afterwards. */
export async function stopKafka(run: Run, told: Told): Promise<void> {
  const { kafka } = run.servers;
  const outcome = await underTraffic(run, told, 'Without Kafka', async (traffic) => {
    await kafka.stop();
    await sleep(60_000);
    await kafka.start();
    await traffic.recovered();
  });
  run.log(`  ${tell(outcome)}`);
}

/**
 * Postgres is killed and started again after a while: what needs it may be a 503 meanwhile, and a page never fails. Afterwards everything
 * comes back by itself, and nothing that was acknowledged is lost. The status of a relayed change is recorded when Postgres is back.
 */
export async function killPostgres(run: Run, told: Told): Promise<void> {
  const { postgres } = run.servers;
  let recovery = '';
  const outcome = await underTraffic(
    run,
    told,
    'Without Postgres',
    async (traffic) => {
      await postgres.kill();
      await sleep(15_000);
      const begun = performance.now();
      await postgres.start();
      await traffic.recovered();
      recovery = seconds(begun);
    },
    { failure: ({ kind, status }) => kind !== 'page' && status === 503 },
  );
  run.log(`  all requests were answered again ${recovery} after its start; ${tell(outcome)}`);
}
