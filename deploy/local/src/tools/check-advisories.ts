/**
 * Looks the packages of the lockfile that run in production up in the advisories of the package registry, by `npm audit`. Fails on
 * those of severity high and critical. A registry that does not answer, or has no advisories, is said in one line and is no failure.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Advisories that do not concern our use of a package, by their address, with the reason. Empty it again with the next update. */
const accepted: Readonly<Record<string, string>> = {};

/** The part of a report of `npm audit --json` that is read. `via` names a package where the advisory is one of that package. */
interface Report {
  readonly vulnerabilities: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>;
}
interface Advisory {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly severity: string;
  readonly range: string;
}

/** Milliseconds: of one request, and of the whole command. */
const [requestMs, totalMs] = [5_000, 20_000];

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const options = ['--omit=dev', '--json', '--fetch-retries=0', `--fetch-timeout=${requestMs}`];

/** Its exit code is the same for an advisory and for a registry that does not answer. */
const output = await new Promise<string>((resolve) => {
  execFile(
    'npm',
    ['audit', ...options],
    { cwd: root, timeout: totalMs, maxBuffer: 64 * 1024 * 1024 },
    (_error, stdout) => resolve(stdout),
  );
});

function reportIn(text: string): Report | undefined {
  try {
    const report = JSON.parse(text) as Partial<Report>;
    return report.vulnerabilities && { vulnerabilities: report.vulnerabilities };
  } catch {
    return undefined;
  }
}

const report = reportIn(output);
if (report === undefined)
  process.stdout.write('  not checked: the package registry tells no advisories, or does not answer\n');
else {
  const advisories = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via.filter((each) => typeof each !== 'string'))
    .filter(({ severity, url }) => ['high', 'critical'].includes(severity) && !(url in accepted));
  const lines = new Set(
    advisories.map(
      ({ severity, name, range, title, url }) => `${severity}: ${name} ${range}: ${title} (${url})`,
    ),
  );
  if (lines.size > 0) {
    process.stderr.write(
      `packages with known vulnerabilities: update them, or accept an advisory in check-advisories.ts with the reason why it does not concern us\n  ${[...lines].join('\n  ')}\n`,
    );
    process.exitCode = 1;
  }
}
