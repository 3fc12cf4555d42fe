import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { entriesOf, tracedFiles } from './traced-files.ts';

let root: string;

const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
};

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'patchbay-traced-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await write({
    'package.json': '{"type":"module"}',
    'libs/telemetry/dist/start.js': 'export {};',
    'libs/text/package.json':
      '{"name":"@x/text","type":"module","exports":{".":{"patchbay-source":"./src/i.ts","default":"./dist/i.js"}}}',
    'libs/text/src/i.ts': 'export const a: number = 1;',
    'libs/text/dist/i.js': 'export const a = 1;',
    'libs/text/dist/i.d.ts': 'export declare const a: number;',
    'services/shop/dist/main.js': "import './app.js';",
    'services/shop/dist/app.js':
      "import { a } from '@x/text'; import 'used'; export const files = [a, new URL('../sql/one.sql', import.meta.url)];",
    'services/shop/dist/app.test.js': "import 'unused';",
    'services/shop/dist/main-migrate.js': 'export {};',
    'services/shop/sql/one.sql': 'select 1;',
    'node_modules/used/package.json': '{"name":"used","main":"index.js"}',
    'node_modules/used/index.js': 'module.exports = 1;',
    'node_modules/used/README.md': 'many words',
    'node_modules/unused/package.json': '{"name":"unused","main":"index.js"}',
    'node_modules/unused/index.js': 'module.exports = 2;',
  });
  await mkdir(join(root, 'node_modules/@x'));
  await symlink('../../libs/text', join(root, 'node_modules/@x/text'));
});

describe('the files of an image', () => {
  it('an image has exactly the files that the programs of the service load', async () => {
    expect((await tracedFiles(root, ['shop'])).get('shop')).toEqual([
      'libs/telemetry/dist/start.js',
      'libs/text/dist/i.js',
      'libs/text/package.json',
      'node_modules/@x/text',
      'node_modules/used/index.js',
      'node_modules/used/package.json',
      'package.json',
      'services/shop/dist/app.js',
      'services/shop/dist/main-migrate.js',
      'services/shop/dist/main.js',
      'services/shop/sql/one.sql',
    ]);
  });

  it('an image has nothing that only another service loads', async () => {
    await write({ 'services/desk/dist/main.js': "import 'unused'; import '@x/text';" });
    const traced = await tracedFiles(root, ['shop', 'desk']);
    expect(traced.get('shop')).toEqual((await tracedFiles(root, ['shop'])).get('shop'));
    expect(traced.get('desk')).toEqual([
      'libs/telemetry/dist/start.js',
      'libs/text/dist/i.js',
      'libs/text/package.json',
      'node_modules/@x/text',
      'node_modules/unused/index.js',
      'node_modules/unused/package.json',
      'package.json',
      'services/desk/dist/main.js',
    ]);
  });

  it('every program of the service is an entry of the trace', async () => {
    expect(await entriesOf(root, 'shop')).toEqual([
      'services/shop/dist/main-migrate.js',
      'services/shop/dist/main.js',
    ]);
    await expect(entriesOf(root, 'other')).rejects.toThrow('run `make build` first');
  });

  it('a file for one platform alone is an error, by its name or by how it begins', async () => {
    await write({
      'node_modules/used/index.js': "module.exports = require('./addon.node');",
      'node_modules/used/addon.node': 'any bytes',
    });
    await expect(tracedFiles(root, ['shop'])).rejects.toThrow('node_modules/used/addon.node');
    await write({
      'node_modules/used/index.js': 'module.exports = 1;',
      'services/shop/dist/main.js': "export const tool = new URL('../bin/tool', import.meta.url);",
      'services/shop/bin/tool': '\x7fELF\x02\x01',
    });
    await expect(tracedFiles(root, ['shop'])).rejects.toThrow('services/shop/bin/tool');
  });

  it('a missing module is an error', async () => {
    await write({ 'services/shop/dist/main.js': "import 'not-installed';" });
    await expect(tracedFiles(root, ['shop'])).rejects.toThrow('not-installed');
  });
});
