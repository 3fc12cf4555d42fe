/**
 * Holds proto/ against the last release, or main where nothing was released: FILE rules, as in buf.yaml. A change that
 * breaks a running service of the version before cannot be deployed one service at a time.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const git = (...parameters: string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', parameters, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

const isRevision = (name: string): boolean =>
  git('rev-parse', '--verify', '--quiet', `${name}^{commit}`) !== undefined;

/** Releases are tags `v1.2.3`. On main itself the last commit is what others already build on. */
const baseline =
  git('describe', '--tags', '--abbrev=0', '--match', 'v*') ??
  ['origin/main', 'main', 'HEAD'].find((name) => isRevision(name));

if (baseline === undefined || git('cat-file', '-e', `${baseline}:buf.yaml`) === undefined) {
  process.stdout.write('breaking: nothing to compare with yet\n');
} else {
  process.stdout.write(`breaking: comparing with ${baseline}\n`);
  const against = `.git#ref=${git('rev-parse', `${baseline}^{commit}`)}`;
  try {
    execFileSync(join(root, 'node_modules/.bin/buf'), ['breaking', '--against', against], {
      cwd: root,
      stdio: 'inherit',
    });
  } catch {
    process.exitCode = 1;
  }
}
