import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findProgram } from './find-program.ts';

it('a program is found in the folders of PATH, and not in one that depends on the working directory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'tool'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(join(folder, 'text'), '', { mode: 0o644 });
  const found = (path: string, name = 'tool') => findProgram({ env: { PATH: path } }, name);
  expect(found(`/nowhere:${folder}`)).toBe(join(folder, 'tool'));
  expect(found(`.::${relative(process.cwd(), folder)}`)).toBeUndefined();
  expect(found(folder, 'text')).toBeUndefined();
});
