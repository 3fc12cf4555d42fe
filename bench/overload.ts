import { setTimeout as sleep } from 'node:timers/promises';
import { aims } from './aims.ts';
import { send, sendAtRate } from './load.ts';

import type { Platform } from './platform.ts';
import { judge, percentile, progress, report } from './report.ts';
import type { Settings } from './settings.ts';

/** Of the closed loop that finds the capacity. */
const closedConnections = 64;
/** Of loads at a fixed rate: enough that requests are sent although earlier ones wait. */
const openConnections = 2_048;
const factors = [1, 4];
const settleMs = 2_000;

const whole = (figure: number): string => (Number.isNaN(figure) ? '–' : figure.toFixed(0));

/** Finds how many requests per second the platform answers, then sends this rate and four times of it. */
export async function benchOverload(platform: Platform, { seconds }: Settings): Promise<void> {
  progress('overload');
  const { address: origin, people } = platform;
  const target = { origin, path: '/v1/organizations', headers: people };
  const closedLoop = { connections: closedConnections, seconds: seconds * 3 };
  await send(target, closedLoop);
  const capacity = (await send(target, closedLoop)).length / closedLoop.seconds;
  progress(`  capacity: ${whole(capacity)} requests per second`);

  const rows: string[][] = [];
  const memoryBefore = await platform.memory();
  for (const factor of factors) {
    const load = { connections: openConnections, seconds: seconds * 5, perSecond: capacity * factor };
    const { accepted, refused, statuses, unanswered, errors } = await sendAtRate(target, load);
    const p99 = percentile(accepted, 0.99);
    const others = refused.length - (statuses[503] ?? 0);
    rows.push([
      `${factor}x`,
      whole(load.perSecond),
      whole((accepted.length + refused.length) / load.seconds),
      whole(accepted.length / load.seconds),
      `${whole((accepted.length / load.seconds / capacity) * 100)} %`,
      whole(statuses[503] ?? 0),
      whole(others),
      whole(unanswered),
      whole(percentile(accepted, 0.5)),
      whole(p99),
      judge(`p99 of 2xx at ${factor} times the capacity`, p99, aims.overloadP99Ms, ' ms'),
      whole(percentile(refused, 0.5)),
    ]);
    for (const [reason, number] of Object.entries(errors)) progress(`  ${factor}x: ${number} x ${reason}`);
    judge(`requests without an answer at ${factor} times the capacity`, unanswered, 0, '');
    await sleep(settleMs);
  }
  const memoryAfter = await platform.memory();
  const head = ['load', 'per s', 'answers per s', '2xx per s', 'of capacity', '503', 'other', 'no answer'];
  report(
    `Overload: ${target.path} at its capacity (${whole(capacity)} per second, closed loop over ${closedConnections} connections) and at four times of it.\n` +
      'The load generator shares the cores with the services.',
    [...head, '2xx p50 ms', 'p99 ms', 'aim', '503 p50 ms'],
    rows,
  );
  report(
    'Resident memory, MB',
    ['service', 'before', 'after overload', 'aim'],
    [...memoryAfter].map(([name, mb]) => [
      name,
      whole(memoryBefore.get(name) ?? Number.NaN),
      whole(mb),
      judge(`memory of ${name} after overload`, mb, aims.serviceMb, ' MB'),
    ]),
  );
}
