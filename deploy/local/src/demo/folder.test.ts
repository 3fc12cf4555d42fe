import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DataDirectory, dataDirectory } from '../embedded/config.ts';
import { completeDemoFolder, openDemoFolder } from './folder.ts';

let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let data: DataDirectory;
const lines: string[] = [];
const open = () => openDemoFolder(data, (line) => lines.push(line));

beforeEach(async () => {
  lines.length = 0;
  folder = await createTemporaryDirectory('patchbay-demo-folder-');
  data = dataDirectory(folder.path);
  await writeFile(`${data.lock}.1`, '{}');
});
afterEach(() => folder.remove());

describe('the folder of a demo', () => {
  it('has no sample data at first, and has it once that is complete', async () => {
    expect(await open()).toBe(false);
    await mkdir(data.mailbox);
    await completeDemoFolder(data);
    expect(await open()).toBe(true);
    expect(await readdir(data.path)).toContain('mailbox');
    expect(lines).toEqual([]);
  });

  it('is emptied where the sample data was not completed, except for the lock', async () => {
    await open();
    await mkdir(join(data.path, 'postgres', 'data'), { recursive: true });
    await writeFile(data.secrets, '{}');
    expect(await open()).toBe(false);
    expect((await readdir(data.path)).toSorted()).toEqual(['demo.json', 'patchbay.lock.1']);
    expect(lines).toEqual([expect.stringContaining('made anew')]);
  });

  it('is begun anew where a demo was killed while it emptied it or wrote its mark', async () => {
    await open();
    await writeFile(join(data.path, 'demo.json.part'), '{"sta');
    await writeFile(data.secrets, '{}');
    expect(await open()).toBe(false);
    expect((await readdir(data.path)).toSorted()).toEqual(['demo.json', 'patchbay.lock.1']);
  });

  it('is refused, and left alone, where no demo has made what is in it', async () => {
    await writeFile(data.secrets, '{}');
    await expect(open()).rejects.toThrow('has data that no demo has made');
    expect((await readdir(data.path)).toSorted()).toEqual(['patchbay.lock.1', 'secrets.json']);
  });
});
