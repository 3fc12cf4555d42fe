import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeStale, replaceFolder } from './replace-folder.ts';

vi.mock('node:fs', { spy: true });

let folder: string;
let target: string;
let made: string;

const fill = (path: string, text: string): void => {
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'file'), text);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-replace-'));
  target = join(folder, 'fetched');
  made = `${target}.${process.pid}`;
  fill(made, 'new');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

describe('a folder that was made', () => {
  it.each(['nothing', 'an older one'])('takes the place of %s, and nothing else is left', (before) => {
    if (before !== 'nothing') fill(target, 'old');
    replaceFolder(target, made);
    expect(readFileSync(join(target, 'file'), 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['fetched']);
  });

  it('is removed where another run was faster', () => {
    fill(target, 'old');
    // Instead of moving the old folder aside: as if another run put its own there right afterwards.
    vi.mocked(renameSync).mockImplementationOnce((from) => {
      rmSync(from, { recursive: true });
      fill(target, 'of another run');
    });
    replaceFolder(target, made);
    expect(readFileSync(join(target, 'file'), 'utf8')).toBe('of another run');
    expect(readdirSync(folder)).toEqual(['fetched']);
  });
});

describe('folders of runs that were killed', () => {
  it('are removed, those of running processes are not', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    for (const name of [`fetched.${pid}`, `fetched.${pid}.old`, `fetchedness.${pid}`, 'fetched.notes'])
      fill(join(folder, name), '');
    removeStale(target);
    expect(readdirSync(folder).toSorted()).toEqual(
      [`fetched.${process.pid}`, 'fetched.notes', `fetchedness.${pid}`].toSorted(),
    );
  });
});
