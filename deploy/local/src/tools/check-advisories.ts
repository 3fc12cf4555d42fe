/**
 * Looks the packages of the lockfile that run in production up in the advisories of the package registry, by `npm audit`. Fails on
 * those of severity high and critical. A registry that does not answer, or has no advisories, is said in one line and is no failure.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Advisories that do not concern our use of a package, by their address, with the reason. Empty it again with the next update. */
const accepted: Readonly<Record<string, string>> = {};

/** The part of a report of `npm audit --json` that is read. `via` names a package where the advisory is one of that package. */
interface Report {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>;
}
interface Advisory {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly severity: string;
  readonly range: string;
}

// Its exit code is the same for an advisory and for a registry that does not answer.
const { stdout } = spawnSync(
  'npm',
  ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=10000'],
  {
    cwd: fileURLToPath(new URL('../../../../', import.meta.url)),
    timeout: 240_000,
    maxBuffer: 64 * 1024 * 1024,
    encoding: 'utf8',
  },
);
const { vulnerabilities } = JSON.parse(stdout || '{}') as Report;
if (vulnerabilities === undefined)
  process.stdout.write('  not checked: the package registry tells no advisories, or does not answer\n');

const lines = Object.values(vulnerabilities ?? {})
  .flatMap(({ via }) => via.filter((each) => typeof each !== 'string'))
  .filter(({ severity, url }) => ['high', 'critical'].includes(severity) && !(url in accepted))
  .map(({ severity, name, range, title, url }) => `  ${severity}: ${name} ${range}: ${title} (${url})\n`);
if (lines.length > 0) {
  process.stderr.write(
    `packages with known vulnerabilities: update them, or accept an advisory in check-advisories.ts with the reason why it does not concern us\n${lines.join('')}`,
  );
  process.exitCode = 1;
}
