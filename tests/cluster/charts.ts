import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@patchbay/platform/services';
import { call } from './program.ts';

const charts = fileURLToPath(new URL('../../charts', import.meta.url));

/** Packages every chart with what it depends on; returns where the package of a chart is. */
export async function packageCharts(folder: string): Promise<(chart: string) => string> {
  const copy = join(folder, 'charts');
  await mkdir(copy, { recursive: true });
  await cp(charts, copy, { recursive: true });
  for (const chart of [...serviceNames, 'platform'])
    await call('helm', ['dependency', 'update', join(copy, chart), '--skip-refresh']);
  return (chart) => join(copy, chart);
}
