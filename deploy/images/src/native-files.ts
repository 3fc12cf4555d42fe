import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';

/** How programs and libraries of Linux, macOS and Windows begin, in hex: ELF, Mach-O (four forms, and several in one), PE. */
const beginnings = /^(?:7f454c46|feedfac[ef]|c[ef]faedfe|cafebabe|4d5a)/;

async function isNative(path: string): Promise<boolean> {
  // A link of a workspace, whose target is among the files.
  if (!(await lstat(path)).isFile()) return false;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return beginnings.test(buffer.subarray(0, bytesRead).toString('hex'));
  } finally {
    await file.close();
  }
}

/**
 * Those of the files that run on one kind of processor alone. An image must have none: the stages that compile run on the builder's
 * platform, and their files are those of the images of every platform.
 */
export async function nativeFiles(root: string, files: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of files)
    if (file.endsWith('.node') || (await isNative(join(root, file)))) found.push(file);
  return found;
}
