/**
 * Holds proto/ against the contracts of the last release, kept in proto/released.binpb: FILE rules, as in buf.yaml. Services
 * are deployed one at a time, so a service of this version must understand those of the version before, and the reverse.
 * The file, and not a branch, is what counts: a change that is on main already is compared with the release all the same.
 *
 * `--record` writes the file anew: with each release, and before the first one wherever a contract is changed in place.
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
