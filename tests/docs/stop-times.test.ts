import { readFileSync } from 'node:fs';
import { serviceNames } from '@patchbay/platform/services';
import { expect, it } from 'vitest';
import { replaceBlock } from './block.ts';
import { factsOf } from './chart-names.ts';
import { table } from './table.ts';

const page = new URL('../../docs/processes.md', import.meta.url).pathname;

it('docs/processes.md has how long a pod of each service may take to stop', async () => {
  const rows = serviceNames.map((service) => {
    const { delaySeconds, timeoutSeconds } = factsOf(service).stop;
    return [service, ...[delaySeconds, timeoutSeconds].map((seconds) => `${seconds} s`)];
  });
  const times = table(['Service', '`STOP_DELAY_SECONDS`', '`STOP_TIMEOUT_SECONDS`'], rows);
  const text = replaceBlock(readFileSync(page, 'utf8'), 'stop-times', `\n${times}\n`);
  await expect(text).toMatchFileSnapshot(page);
});
