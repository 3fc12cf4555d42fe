/** `make charts`: packages every chart, with the charts that it depends on inside, into .cache/charts. */
import { mkdir, rm } from 'node:fs/promises';
import { serviceNames } from '@patchbay/platform/services';
import { run } from '@patchbay/servers/commands';
import { findHelm } from './helm.ts';
import { repository } from './repository.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const folder = '.cache/charts';

try {
  const helm = await findHelm(say);
  await rm(repository(folder), { recursive: true, force: true });
  await mkdir(repository(folder), { recursive: true });
  for (const chart of [...serviceNames, 'platform']) {
    const output = await run(helm, ['package', `charts/${chart}`, '--destination', folder], {
      cwd: repository('.'),
    });
    say(`${folder}/${/[^/]+\.tgz/.exec(output)?.[0] ?? chart}`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
