/**
 * `make version VERSION=0.2.0`: writes the version wherever it stands as text, and gives what CHANGELOG.md says under `Unreleased` a heading
 * with it. Without VERSION it prints the version of the repository.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { releaseNotes } from './changelog.ts';
import { versionOf, writeVersion } from './version-places.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const version = process.env['VERSION'];

if (version) {
  try {
    const path = `${root}CHANGELOG.md`;
    const notes = releaseNotes(readFileSync(path, 'utf8'), version, new Date().toISOString().slice(0, 10));
    const changed = writeVersion(root, version);
    writeFileSync(path, notes);
    process.stdout.write(`${version}: ${changed.length} files, and the heading in CHANGELOG.md\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
} else process.stdout.write(`${versionOf(root)}\n`);
