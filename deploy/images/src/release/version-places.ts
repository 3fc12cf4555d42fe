import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `0.2.0` or `0.2.0-rc.1`: what npm, Helm, PyPI and tags of images all take. */
const version = String.raw`\d+\.\d+\.\d+(?:-(?:alpha|beta|rc)\.\d+)?`;

interface Place {
  readonly files: readonly string[];
  /** What stands before the version. */
  readonly after: RegExp;
}

/**
 * Where the version of package.json stands once more as text. Programs read it at run time from the package.json of libs/platform or
 * clients/cli. Not among these: `apiVersion` of the gateway, which is that of the API's contract.
 */
const places: readonly Place[] = [
  {
    files: [
      'package.json',
      '{clients,libs,services,deploy}/*/package.json',
      'services/portal/web/package.json',
      '{tests,bench}/package.json',
    ],
    after: /^ {2}"version": "|"@patchbay\/[a-z-]+": "/,
  },
  { files: ['package-lock.json'], after: /"name": "(?:@patchbay\/[a-z-]+|patchbay)",\n *"version": "/ },
  { files: ['package-lock.json'], after: /"@patchbay\/[a-z-]+": "/ },
  { files: ['charts/*/Chart.yaml'], after: /^ *(?:version|appVersion): / },
  {
    files: ['tests/charts/snapshots/*.yaml'],
    after: /app\.kubernetes\.io\/version: "|helm\.sh\/chart: [a-z]+-|image: patchbay\/[a-z]+:/,
  },
  { files: ['clients/python/src/patchbay/__init__.py'], after: /^__version__ = "/ },
  { files: ['deploy/images/Dockerfile'], after: /^ARG VERSION=/ },
  { files: ['deploy/environments/production/{common,platform}.yaml'], after: /^ {4}tag: / },
  { files: ['docs/{operations,restore}.md'], after: /\/patchbay\/[$a-z]+:|\bTAG=/ },
  { files: ['docs/releasing.md'], after: /--version / },
  { files: ['docs/gitops.md'], after: /\b(?:tag|targetRevision): / },
  { files: ['docs/webhooks.md'], after: /^user-agent: Patchbay-Webhooks\// },
  { files: ['docs/cli.md', 'clients/typescript/README.md'], after: /\bpatchbay-(?:cli|client)-/ },
];

const patternOf = ({ after }: Place): RegExp => new RegExp(`(?<=${after.source})${version}`, 'gm');

const filesOf = (root: string, { files }: Place): string[] => globSync([...files], { cwd: root }).toSorted();

/** The files that have the version, by their path from the root. */
export const versionFiles = (root: string): string[] => [
  ...new Set(places.flatMap((place) => filesOf(root, place))),
];

/** The version of the repository: that of package.json. */
export const versionOf = (root: string): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }).version;

/** What differs from the version of package.json, or is not where this file says. Empty if nothing does. */
export function versionProblems(root: string): string[] {
  const expected = versionOf(root);
  return places.flatMap((place) => {
    const files = filesOf(root, place);
    if (files.length === 0) return [`${place.files.join(', ')}: there is no such file`];
    return files.flatMap((file) => {
      const found = readFileSync(join(root, file), 'utf8').match(patternOf(place)) ?? [];
      if (found.length === 0) return [`${file}: has no version after ${place.after.source}`];
      return [...new Set(found)]
        .filter((each) => each !== expected)
        .map((each) => `${file}: has ${each}, package.json ${expected}`);
    });
  });
}

/** Writes the version everywhere, and returns the files that changed. */
export function writeVersion(root: string, next: string): string[] {
  if (!new RegExp(`^${version}$`).test(next))
    throw new RangeError(`"${next}" is not a version such as 0.2.0 or 0.2.0-rc.1`);
  const changed = new Set<string>();
  for (const place of places) {
    for (const file of filesOf(root, place)) {
      const before = readFileSync(join(root, file), 'utf8');
      const after = before.replaceAll(patternOf(place), next);
      if (after === before) continue;
      writeFileSync(join(root, file), after);
      changed.add(file);
    }
  }
  return [...changed];
}
