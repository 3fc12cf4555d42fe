import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { versionFiles, versionOf, versionProblems, writeVersion } from './version-places.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A copy of all files that have the version, which a test may change. */
function copy(): { readonly folder: string; readonly read: (file: string) => string } {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-version-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of versionFiles(root)) cpSync(join(root, file), join(folder, file), { recursive: true });
  return { folder, read: (file) => readFileSync(join(folder, file), 'utf8') };
}

describe('the version', () => {
  it('every file that has the version has that of package.json', () => {
    expect(versionProblems(root)).toEqual([]);
  });

  it('the version is written into packages, charts, images, the Python client and pages, and nothing else changes', () => {
    const { folder, read } = copy();
    const before = versionOf(folder);
    const lock = read('package-lock.json');

    const changed = writeVersion(folder, '7.8.9-rc.1');
    expect(versionProblems(folder)).toEqual([]);
    expect(versionOf(folder)).toBe('7.8.9-rc.1');
    expect(read('charts/platform/Chart.yaml')).not.toContain(before);
    expect(read('docs/cli.md')).toContain('patchbay-cli-7.8.9-rc.1.tgz');
    expect(read('clients/python/src/patchbay/__init__.py')).toContain('"7.8.9-rc.1"');
    expect(changed).toContain('package-lock.json');

    expect(writeVersion(folder, before)).toEqual(changed);
    expect(read('package-lock.json')).toBe(lock);
    expect(writeVersion(folder, before)).toEqual([]);
  });

  it('a file with another version is named, and so is one that has lost it', () => {
    const { folder, read } = copy();
    const chart = 'charts/audit/Chart.yaml';
    writeFileSync(join(folder, chart), read(chart).replace(/^appVersion: .*$/m, 'appVersion: 9.9.9'));
    writeFileSync(join(folder, 'deploy/images/Dockerfile'), 'FROM scratch\n');
    expect(versionProblems(folder)).toEqual([
      `${chart}: has 9.9.9, package.json ${versionOf(root)}`,
      'deploy/images/Dockerfile: has no version after ^ARG VERSION=',
    ]);
  });

  it.each(['1', '1.2', 'v1.2.3', '1.2.3+5', '1.2.3-SNAPSHOT', ''])(
    '"%s" is refused as a version',
    (version) => {
      expect(() => writeVersion('/nonexistent', version)).toThrow('is not a version');
    },
  );
});
