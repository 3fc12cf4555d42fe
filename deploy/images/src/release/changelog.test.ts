import { expect, it } from 'vitest';
import { notesOf, releaseNotes, unreleasedNotes } from './changelog.ts';

const changelog = `# Changelog

## Unreleased

### Added

- Something.

## 0.1.0 - 2026-11-20

- The first.
`;

it('a release moves what stands under Unreleased to a heading with its version and day', () => {
  const released = releaseNotes(changelog, '0.2.0', '2026-12-01');
  expect(notesOf(released, '0.2.0')).toBe('### Added\n\n- Something.');
  expect(unreleasedNotes(released)).toBe('');
  expect(notesOf(released, '0.1.0')).toBe('- The first.');
  expect(released).toContain('## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n### Added');
});

it('a version that has a heading keeps it, also while later changes are unreleased', () => {
  expect(releaseNotes(changelog, '0.1.0', '2026-12-01')).toBe(changelog);
});

it('a version without notes is not released', () => {
  const released = releaseNotes(changelog, '0.2.0', '2026-12-01');
  expect(() => releaseNotes(released, '0.3.0', '2026-12-02')).toThrow('write what has changed');
  expect(notesOf(changelog, '0x1.0')).toBeUndefined();
});
