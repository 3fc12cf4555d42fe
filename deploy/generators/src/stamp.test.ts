import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stamp } from './stamp.ts';

let folder: string;
let output: string;
let stamp: Stamp;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-stamp-'));
  output = join(folder, 'output');
  mkdirSync(join(output, 'inner'), { recursive: true });
  for (const file of ['a.js', 'inner/b.js']) writeFileSync(join(output, file), file);
  stamp = new Stamp(join(folder, 'stamps', 'target'), output);
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the stamp of what was generated', () => {
  it('a stamp holds for the same inputs after it was written and until it is removed', () => {
    expect(stamp.holds('digest')).toBe(false);
    stamp.write('digest');
    expect(stamp.holds('digest')).toBe(true);
    expect(stamp.holds('another')).toBe(false);
    stamp.remove();
    expect(stamp.holds('digest')).toBe(false);
  });

  it('a stamp of an empty output does not hold', () => {
    rmSync(output, { recursive: true });
    stamp.write('digest');
    expect(stamp.holds('digest')).toBe(false);
  });

  it.each(['a.js', 'inner/b.js', 'inner', '.'])('a stamp does not hold if the output lacks %s', (missing) => {
    stamp.write('digest');
    rmSync(join(output, missing), { recursive: true });
    expect(stamp.holds('digest')).toBe(false);
  });
});
