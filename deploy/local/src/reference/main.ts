/**
 * Writes services/gateway/assets/fetched: the files of other packages that `/docs` serves, and the script compressed once and for all.
 * The folder appears as a whole or not at all. `generate.ts` runs this where pinned.json or scalar-licence.txt there, or this folder,
 * changed, and where one of the files is missing. Two may run at once.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { adaptBundle } from './adapt.ts';
import { assets, readPinned, root } from './pinned.ts';
import { removeStale, replaceFolder } from './replace-folder.ts';
import { fileInTar } from './tar.ts';
import { readTarball } from './tarball.ts';

const target = join(assets, 'fetched');
const partial = `${target}.${process.pid}`;

try {
  removeStale(target);
  mkdirSync(partial, { recursive: true });
  for (const pinned of readPinned()) {
    const archive = gunzipSync(await readTarball(pinned, join(root, '.cache', 'packages')));
    for (const [path, name] of Object.entries(pinned.files)) {
      const content = fileInTar(archive, `package/${path}`);
      if (content === undefined) throw new Error(`${pinned.name} ${pinned.version} has no file ${path}`);
      writeFileSync(join(partial, name), content);
    }
  }
  const licence = readFileSync(join(assets, 'scalar-licence.txt'), 'utf8');
  const script = adaptBundle(readFileSync(join(partial, 'scalar.js'), 'utf8'), licence);
  writeFileSync(join(partial, 'scalar.js'), script);
  writeFileSync(join(partial, 'scalar.js.gz'), gzipSync(script, { level: 9 }));
  replaceFolder(target, partial);
} catch (error) {
  rmSync(partial, { recursive: true, force: true });
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
