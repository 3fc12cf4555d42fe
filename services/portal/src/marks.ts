import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Asset } from '@patchbay/http/asset';
import { providerValues } from '@patchbay/platform/providers';

/** Bytes. Pages draw a mark at 48 px. */
const maxSize = 65_536;

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const kinds: Readonly<Record<string, { type: string; matches: (content: Buffer) => boolean }>> = {
  '.png': { type: 'image/png', matches: (content) => content.subarray(0, 8).equals(signature) },
  '.svg': { type: 'image/svg+xml', matches: (content) => /<svg[\s>]/.test(content.toString()) },
};

/** Of an SVG that is opened as a page: in an `img` scripts never run. */
const headers = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" };

/**
 * Reads the marks that pages show in place of monograms: `<provider>.svg` and `<provider>.png`, by the path of a request. Hidden files are
 * those of a mounted volume. Throws an error about the folder.
 */
export function readMarks(folder: string): ReadonlyMap<string, Asset> {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  return new Map(
    names.map((name) => {
      const ending = extname(name);
      const kind = kinds[ending];
      if (kind === undefined || !providerValues.some((provider) => provider + ending === name))
        throw new Error(`has ${name}: files must be named <provider>.svg or <provider>.png`);
      const file = join(folder, name);
      if (statSync(file).size > maxSize) throw new Error(`has ${name}, which is larger than 64 KiB`);
      const content = readFileSync(file);
      if (!kind.matches(content)) throw new Error(`has ${name}, whose content is of another type`);
      return [`/marks/${name}`, new Asset(() => content, kind.type, { headers })];
    }),
  );
}

/** The path of each provider's mark, for the settings of pages. */
export const markPaths = (marks: ReadonlyMap<string, unknown>): Readonly<Record<string, string>> =>
  Object.fromEntries([...marks.keys()].map((path) => [/(\w+)\.\w+$/.exec(path)?.[1] ?? '', path]));
