import type { LoadGenerator } from './load.ts';
import { reportCpu } from './report.ts';
import { type Kind, measure } from './rounds.ts';
import type { Settings } from './settings.ts';

/** Measures the kinds over few and over many connections, and prints a table for each. The first kind is bare Express. */
export async function measureTables(
  heading: string,
  kinds: readonly Kind[],
  load: LoadGenerator,
  settings: Settings,
): Promise<void> {
  for (const [index, connections] of settings.tables.entries()) {
    const measured = await measure(kinds, load, {
      ...settings,
      connections,
      maxSeconds: settings.tableSeconds,
      // The code is compiled by the time of the second table; only its connections are new.
      warmUp: index === 0 ? settings.warmUp : settings.warmUp / 2,
      warmUpSeconds: index === 0 ? settings.warmUpSeconds : settings.warmUpSeconds / 2,
    });
    reportCpu(`${heading}; (in brackets): not in the sum`, connections, measured);
  }
}
