import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

/** What was generated into `output`: a file at `path` with the digest of the inputs, then the files that were written, one per line. */
export class Stamp {
  readonly #path: string;
  readonly #output: string;

  constructor(path: string, output: string) {
    this.#path = path;
    this.#output = output;
  }

  /** Whether `output` was generated from inputs with this digest, and every file of it still exists. */
  holds(digest: string): boolean {
    if (!existsSync(this.#path)) return false;
    const [last, ...files] = readFileSync(this.#path, 'utf8').split('\n');
    return last === digest && files.length > 0 && files.every((file) => existsSync(join(this.#output, file)));
  }

  /** Writes nothing where another run is replacing the files meanwhile: the next run then generates once more. */
  write(digest: string): void {
    try {
      const files = filesIn(this.#output);
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(this.#path, [digest, ...files].join('\n'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  remove(): void {
    rmSync(this.#path, { force: true });
  }
}
