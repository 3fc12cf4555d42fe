import { spawnSync } from 'node:child_process';
import { aims } from './aims.ts';
import { root } from './platform.ts';
import { judge, median, progress, report } from './report.ts';
import type { Settings } from './settings.ts';

const starter = `${root}clients/cli/bin/patchbay.js`;

/** Milliseconds from starting Node to its end. */
function timeOf(parameters: readonly string[]): number {
  const begin = performance.now();
  const { status } = spawnSync(process.execPath, parameters, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${parameters.join(' ')} ended with ${status}`);
  return performance.now() - begin;
}

/** Starts the command line, and Node alone beside it. The first round fills the cache of compiled code and does not count. */
export function benchCli({ rounds }: Settings): void {
  progress('cli');
  const commands = ['--version', 'org --help', 'org get --help'];
  const all = [['-e', '0'], ...commands.map((command) => [starter, ...command.split(' ')])];
  for (const parameters of all) timeOf(parameters);
  const times = all.map((): number[] => []);
  for (let round = 0; round < rounds * 4; round += 1)
    for (const [index, parameters] of all.entries()) times[index]?.push(timeOf(parameters));
  const [alone = Number.NaN, ...medians] = times.map(median);
  report(
    `Command line: from the start of the process to its end, median of ${rounds * 4}. Node alone takes ${alone.toFixed(0)} ms.`,
    ['command', 'ms', 'ratio', 'aim'],
    commands.map((command, index) => {
      const time = medians[index] ?? Number.NaN;
      const ratio = time / alone;
      return [
        `patchbay ${command}`,
        time.toFixed(0),
        ratio.toFixed(1),
        judge(`patchbay ${command}`, ratio, aims.cliStart, 'x'),
      ];
    }),
  );
}
