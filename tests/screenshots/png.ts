import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const maxColors = 256;
/** Sum of the squares of the differences of the channels from which on two colors are told apart. */
const visible = 6;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The predictor of filter 4. */
function paeth(left: number, up: number, upLeft: number): number {
  const [a, b, c] = [Math.abs(up - upLeft), Math.abs(left - upLeft), Math.abs(left + up - 2 * upLeft)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : upLeft;
}

/** Undoes the filters; `size` is that of a pixel in bytes. */
function unfiltered(raw: Buffer, width: number, height: number, size: number): Buffer {
  const row = width * size;
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (row + 1)];
    for (let x = 0; x < row; x += 1) {
      const at = y * row + x;
      const left = x < size ? 0 : (pixels[at - size] ?? 0);
      const up = y === 0 ? 0 : (pixels[at - row] ?? 0);
      const upLeft = x < size || y === 0 ? 0 : (pixels[at - row - size] ?? 0);
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, upLeft)][filter ?? 0] ?? 0;
      pixels[at] = (raw[y * (row + 1) + 1 + x] ?? 0) + predicted;
    }
  }
  return pixels;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** One per pixel: 0xRRGGBB. */
  readonly colors: Uint32Array;
}

/** Reads a picture of 8 bits per channel, as browsers write it. Transparency is ignored. */
export function decode(png: Buffer): Picture {
  const chunks = chunksOf(png);
  const header = chunks[0]?.data ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const size = { 2: 3, 6: 4 }[header[9] ?? 0];
  if (header[8] !== 8 || size === undefined || header[12] !== 0)
    throw new Error('a picture of another kind than browsers take');
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((each) => each.data));
  const pixels = unfiltered(inflateSync(data), width, height, size);
  const colors = Uint32Array.from({ length: width * height }, (_, index) =>
    pixels.readUIntBE(index * size, 3),
  );
  return { width, height, colors };
}

const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;

/**
 * The most frequent colors without those that look like a more frequent one, which leaves room for what is rare and of another hue, such
 * as a letter in a color of its own; and for each color of the picture the index of the nearest of these.
 */
function paletteOf(colors: Uint32Array): { palette: number[]; indexOf: Map<number, number> } {
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const byCount = [...counts]
    .toSorted(([a, many], [b, more]) => more - many || a - b)
    .map(([color]) => color);
  const palette: number[] = [];
  for (const color of byCount) {
    if (palette.length === maxColors) break;
    if (palette.every((each) => distance(each, color) >= visible)) palette.push(color);
  }
  const nearest = (color: number): number =>
    palette.reduce((best, each, index) => {
      const known = palette[best] ?? 0;
      return distance(color, each) < distance(color, known) ? index : best;
    }, 0);
  return { palette, indexOf: new Map(byCount.map((color) => [color, nearest(color)])) };
}

/** A picture of few colors, a third of the size: pages have few colors, and the edges of letters shades of these. */
export function encodeWithPalette({ width, height, colors }: Picture): Buffer {
  const { palette, indexOf } = paletteOf(colors);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per pixel, with a palette.
  header.set([8, 3], 8);
  const rows = Buffer.alloc((width + 1) * height);
  colors.forEach((color, index) => {
    rows[Math.floor(index / width) * (width + 1) + 1 + (index % width)] = indexOf.get(color) ?? 0;
  });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
