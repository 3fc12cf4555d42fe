import { expect, it } from 'vitest';
import { runChaos } from './chaos.ts';
import { readConfig } from './config.ts';

it('loses nothing and does nothing twice while every process is killed, paused and terminated', async ({
  signal,
}) => {
  const { checks } = await runChaos({
    ...readConfig(60),
    log: (line) => void process.stdout.write(`${line}\n`),
    signal,
  });
  expect(checks.flatMap(({ findings }) => findings)).toEqual([]);
});
