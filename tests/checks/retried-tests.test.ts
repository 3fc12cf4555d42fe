import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const reporter = fileURLToPath(new URL('../retried-tests.ts', import.meta.url));

it('a run names the tests that passed only when they were repeated', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-retried-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(
    join(folder, 'some.test.js'),
    `let attempts = 0;
     describe('some', () => {
       it('passes at the second attempt', () => expect(attempts++).toBe(1));
       it('passes at once', () => {});
     });`,
  );
  const { stdout } = await run(
    process.execPath,
    [vitest, 'run', '--root', folder, '--globals', '--retry=1', `--reporter=${reporter}`],
    { cwd: folder },
  );
  expect(stdout).toBe(
    '\nPassed only when repeated, to be mended:\n  some.test.js > some > passes at the second attempt\n',
  );
}, 60_000);
