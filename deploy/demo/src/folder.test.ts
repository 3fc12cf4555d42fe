import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataDirectory, dataDirectory } from '@patchbay/local/embedded/config';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
  it('a demo folder has sample data only once it is complete', async () => {
    expect(await open()).toBe(false);
    await mkdir(data.mailbox);
    await completeDemoFolder(data);
    expect(await open()).toBe(true);
    expect(await readdir(data.path)).toContain('mailbox');
    expect(lines).toEqual([]);
  });

  it('a demo folder with incomplete sample data is emptied, except for the lock', async () => {
    await open();
    await mkdir(join(data.path, 'postgres', 'data'), { recursive: true });
    await writeFile(data.secrets, '{}');
    expect(await open()).toBe(false);
    expect((await readdir(data.path)).toSorted()).toEqual(['demo.json', 'patchbay.lock.1']);
    expect(lines).toEqual([expect.stringContaining('made anew')]);
  });

  it('a demo folder is rebuilt if a demo was killed while it emptied it', async () => {
    await open();
    await writeFile(join(data.path, 'demo.json.part'), '{"sta');
    await writeFile(data.secrets, '{}');
    expect(await open()).toBe(false);
    expect((await readdir(data.path)).toSorted()).toEqual(['demo.json', 'patchbay.lock.1']);
  });

  it('a folder whose files no demo created is refused and left alone', async () => {
    await writeFile(data.secrets, '{}');
    await expect(open()).rejects.toThrow('has data that no demo has made');
    expect((await readdir(data.path)).toSorted()).toEqual(['patchbay.lock.1', 'secrets.json']);
  });
});
