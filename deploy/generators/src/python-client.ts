/**
 * Writes clients/python/src/patchbay/generated from services/gateway/openapi.json: models, errors, and a method for each operation.
 * The sync client is written from the files of the async one. All are committed, because a wheel is built without Node.
 *
 * `--check` writes nothing, and fails where a file differs.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, pythonFilesOf } from './python-source.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(root, 'clients/python/src/patchbay/generated');
const document = JSON.parse(readFileSync(join(root, 'services/gateway/openapi.json'), 'utf8')) as Document;

const source = (name: string): readonly [string, string] => [
  name,
  readFileSync(join(folder, '..', name), 'utf8'),
];
const files = pythonFilesOf(document, Object.fromEntries(['async_client.py', 'async_send.py'].map(source)));
const contentOf = (name: string): string | undefined =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;
const written = readdirSync(folder).filter((name) => name.endsWith('.py'));
const outdated = [...new Set([...Object.keys(files), ...written])].filter(
  (name) => contentOf(name) !== files[name],
);

if (process.argv.includes('--check')) {
  if (outdated.length > 0) {
    process.stderr.write(
      `clients/python/src/patchbay/generated is out of date: ${outdated.join(', ')}. \`make clients\` writes it.\n`,
    );
    process.exitCode = 1;
  }
} else for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
