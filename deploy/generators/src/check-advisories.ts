/**
 * Looks up the production packages of the lockfile in the advisories of the package registry, by `npm audit`. Fails on
 * those of severity high and critical. If the registry does not answer or has no advisories, a line says so, and the check passes.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type AuditReport, advisoriesIn } from './advisories.ts';

// Its exit code is the same for an advisory and for a registry that does not answer.
const { stdout } = spawnSync(
  'npm',
  ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=10000'],
  {
    cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    timeout: 240_000,
    maxBuffer: 64 * 1024 * 1024,
    encoding: 'utf8',
  },
);
const report = JSON.parse(stdout || '{}') as AuditReport;
if (report.vulnerabilities === undefined)
  process.stdout.write('  not checked: the package registry tells no advisories, or does not answer\n');

const lines = advisoriesIn(report).map((line) => `  ${line}\n`);
if (lines.length > 0) {
  process.stderr.write(
    `packages with known vulnerabilities: update them, or accept an advisory in advisories.ts with the reason why it does not concern us\n${lines.join('')}`,
  );
  process.exitCode = 1;
}
