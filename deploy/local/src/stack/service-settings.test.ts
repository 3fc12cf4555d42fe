import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readServiceSettings } from './service-settings.ts';

const run = promisify(execFile);

it('limits the memory of a Node process', async () => {
  const settings = readServiceSettings();
  expect(settings['NODE_ENV']).toBe('production');
  const script = 'console.log(JSON.stringify(require("node:v8").getHeapStatistics().heap_size_limit))';
  const { stdout } = await run(process.execPath, ['--eval', script], { env: settings });
  const megabytes = Number(stdout) / 1_048_576;
  // The old space, and three semi-spaces.
  expect(megabytes).toBe(384 + 3 * 16);
});

it('has only lines that Docker reads alike: no quotes, which it would keep, and no references to variables', () => {
  for (const value of Object.values(readServiceSettings())) expect(value).not.toMatch(/["'$#]/);
});
