/**
 * Runs `buf breaking` (FILE rules of buf.yaml) on proto/ against the contracts of the last release, which are committed as
 * proto/released.binpb. Services are deployed one at a time, so services of two adjacent versions call each other.
 * The comparison is with the release and not with a branch: merging a breaking change does not hide it.
 *
 * `--record` overwrites proto/released.binpb: at each release, and before the first release after any breaking change.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const released = 'proto/released.binpb';

const buf = (...parameters: string[]): void => {
  const { status } = spawnSync(join(root, 'node_modules/.bin/buf'), parameters, {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = status ?? 1;
};

if (process.argv.includes('--record')) buf('build', '--exclude-source-info', '-o', released);
else buf('breaking', '--against', released);
