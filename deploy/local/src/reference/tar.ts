const blockSize = 512;

const textAt = (block: Buffer, start: number, length: number): string => {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
};

/**
 * The content of the file `path` in a tar archive (ustar, as npm packs it), undefined where there is none. Every entry is a header of 512
 * bytes and its content, padded to a multiple of that. Entries of other types (folders, extended headers) are skipped.
 */
export function fileInTar(archive: Buffer, path: string): Buffer | undefined {
  for (let at = 0; at + blockSize <= archive.length; ) {
    const header = archive.subarray(at, at + blockSize);
    const name = textAt(header, 0, 100);
    if (name === '') return undefined;
    const size = Number.parseInt(textAt(header, 124, 12), 8);
    if (!Number.isInteger(size) || at + blockSize + size > archive.length) {
      throw new Error(`the archive is damaged at byte ${at}`);
    }
    const prefix = textAt(header, 345, 155);
    const type = textAt(header, 156, 1);
    if ((type === '0' || type === '') && (prefix === '' ? name : `${prefix}/${name}`) === path) {
      return archive.subarray(at + blockSize, at + blockSize + size);
    }
    at += blockSize + Math.ceil(size / blockSize) * blockSize;
  }
  return undefined;
}
