import { expect, it } from 'vitest';
import { runDrill } from './drill.ts';

it('a backup taken under traffic is restored, and events that Kafka still has are recorded again', async ({
  signal,
}) => {
  const { checks } = await runDrill({
    seconds: 3,
    seed: 1 + Math.floor(Math.random() * 999_999),
    kafkas: ['kept'],
    log: (line) => void process.stdout.write(`${line}\n`),
    signal,
  });
  expect(checks.flatMap(({ findings }) => findings)).toEqual([]);
});
