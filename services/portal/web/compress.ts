import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const codings = { br: promisify(brotliCompress), gz: promisify(gzip) };

/**
 * Writes each script and style sheet once more as `.br` and `.gz`, at the best level of Brotli (its default), which takes a second for
 * the bundle: the server sends these files as they are.
 */
export const compress = (): Plugin => ({
  name: 'compress',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(?:css|js)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const path = join(dir, name);
        const body = await readFile(path);
        for (const [ending, encode] of Object.entries(codings))
          await writeFile(`${path}.${ending}`, await encode(body));
      }),
    );
  },
});
