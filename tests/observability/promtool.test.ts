import { run } from '@patchbay/servers/commands';
import { providePromtool } from '@patchbay/servers/promtool';
import { expect, it } from 'vitest';

const folder = new URL('../../deploy/observability/', import.meta.url).pathname;

/** Evaluates hours of samples: it takes a quarter of a minute of CPU time. */
const timeout = 1_800_000;

it('Prometheus evaluates the rules as alerts.test.yaml expects', { timeout }, async () => {
  const promtool = await providePromtool((line) => process.stdout.write(`${line}\n`));
  expect(await run(promtool, ['test', 'rules', 'alerts.test.yaml'], { cwd: folder })).toContain('SUCCESS');
});
