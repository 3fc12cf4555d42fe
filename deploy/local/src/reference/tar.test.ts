import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileInTar } from './tar.ts';

const deep = `package/${'folder/'.repeat(16)}file.txt`;
let folder: string;
let archive: Buffer;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-tar-'));
  mkdirSync(join(folder, deep, '..'), { recursive: true });
  writeFileSync(join(folder, 'package/first.txt'), 'x'.repeat(512));
  writeFileSync(join(folder, 'package/empty.txt'), '');
  writeFileSync(join(folder, 'package/last.txt'), 'Größe');
  writeFileSync(join(folder, deep), 'deep');
  archive = execFileSync('tar', ['--format=ustar', '-c', '-C', folder, 'package']);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a file in a tar archive', () => {
  it('is found, whatever its length and that of its path', () => {
    expect(fileInTar(archive, 'package/first.txt')?.toString()).toBe('x'.repeat(512));
    expect(fileInTar(archive, 'package/empty.txt')?.toString()).toBe('');
    expect(fileInTar(archive, 'package/last.txt')?.toString()).toBe('Größe');
    expect(fileInTar(archive, deep)?.toString()).toBe('deep');
  });

  it('is undefined where there is none, or a folder', () => {
    expect(fileInTar(archive, 'package/other.txt')).toBeUndefined();
    expect(fileInTar(archive, 'package/')).toBeUndefined();
    expect(fileInTar(Buffer.alloc(0), 'package/first.txt')).toBeUndefined();
  });

  it('is not read beyond the end of the archive', () => {
    const header = archive.indexOf('package/first.txt');
    expect(() => fileInTar(archive.subarray(0, header + 600), 'package/other.txt')).toThrow('damaged');
  });
});
