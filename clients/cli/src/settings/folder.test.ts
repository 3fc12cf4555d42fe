import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';

it('changes at the same time lose nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'config.json');
  const code = `
    import { workerData } from 'node:worker_threads';
    const { changeJson } = await import(workerData.module);
    for (let n = 0; n < 50; n += 1)
      changeJson(workerData.file, (before) => ({ ...before, [workerData.name + n]: n }));`;
  const module = new URL('folder.ts', import.meta.url).href;
  await Promise.all(
    ['a', 'b', 'c'].map(
      (name) =>
        new Promise((resolve, reject) => {
          new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
            workerData: { module, file, name },
            execArgv: ['--conditions=patchbay-source'],
          })
            .once('error', reject)
            .once('exit', resolve);
        }),
    ),
  );
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toHaveLength(150);
  expect(readdirSync(folder)).toEqual(['config.json']);
});
