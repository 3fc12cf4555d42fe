import type { LoadGenerator } from './load.ts';
import { reportCpu } from './report.ts';
import { type Kind, measure, warmUp } from './rounds.ts';
import type { Settings } from './settings.ts';

/** Measures the kinds over few and over many connections, and prints a table for each. The first kind is bare Express. */
export async function measureTables(
  heading: string,
  kinds: readonly Kind[],
  load: LoadGenerator,
  settings: Settings,
): Promise<void> {
  const [, many] = settings.tables;
  await warmUp(kinds, load, { ...settings, connections: many });
  for (const connections of settings.tables) {
    const measured = await measure(kinds, load, {
      ...settings,
      connections,
      maxSeconds: settings.tableSeconds,
      // Few connections run other code than many: without batches, and after a sleep of the process at every turn.
      warmUpSeconds: settings.tableWarmUpSeconds,
    });
    reportCpu(`${connections} connections. ${heading}`, connections, measured);
  }
}
