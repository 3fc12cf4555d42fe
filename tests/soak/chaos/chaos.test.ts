import { expect, it } from 'vitest';
import { deadlineMsOf, readConfig, runChaos } from './chaos.ts';

const config = readConfig(30);

// The run ends at its own deadline, before Vitest gives up, so that it stops its processes and keeps its folder.
const timeout = deadlineMsOf(config) + 90_000;

it('the platform loses nothing and does nothing twice while each process is killed, paused or terminated in turn', {
  timeout,
}, async ({ signal }) => {
  const { checks } = await runChaos({
    ...config,
    log: (line) => void process.stdout.write(`${line}\n`),
    signal,
  });
  expect(checks.flatMap(({ findings }) => findings)).toEqual([]);
});
