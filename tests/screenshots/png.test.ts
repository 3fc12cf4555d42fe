import { deflateSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decode, encodeWithPalette, type Picture } from './png.ts';

/** A picture as a browser writes it: each row with another filter, whose bytes are given. */
function png(width: number, rows: readonly (readonly number[])[], { colorType = 2 } = {}): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, colorType], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const hex = ({ colors }: Picture): string[] => Array.from(colors, (color) => color.toString(16));

it('the PNG reader supports every filter', () => {
  const picture = decode(
    png(2, [
      [0, 10, 20, 30, 40, 50, 60],
      [1, 10, 20, 30, 30, 30, 30],
      [2, 0, 0, 0, 0, 0, 0],
      [3, 5, 10, 15, 15, 15, 15],
      [4, 0, 0, 0, 0, 0, 0],
    ]),
  );
  expect([picture.width, picture.height]).toEqual([2, 5]);
  const row = ['a141e', '28323c'];
  expect(hex(picture)).toEqual([...row, ...row, ...row, ...row, ...row]);
});

it('the PNG reader drops transparency, and refuses a format that it does not know', () => {
  expect(hex(decode(png(1, [[0, 1, 2, 3, 255]], { colorType: 6 })))).toEqual(['10203']);
  expect(() => decode(png(1, [[0, 1]], { colorType: 0 }))).toThrow('another kind');
});

it('the palette has the most frequent colors, and other colors become the nearest of them', () => {
  // White twice, what looks like white, blue.
  const colors = Uint32Array.from([0xffffff, 0xffffff, 0xfefeff, 0x0000ff]);
  const encoded = encodeWithPalette({ width: 2, height: 2, colors });
  const dataOf = (type: string): Buffer => {
    const at = encoded.indexOf(type);
    return encoded.subarray(at + 4, at + 4 + encoded.readUInt32BE(at - 4));
  };
  expect(dataOf('PLTE').toString('hex')).toBe('ffffff0000ff');
  expect([...inflateSync(dataOf('IDAT'))]).toEqual([0, 0, 0, 0, 0, 1]);
  expect(encoded.toString('latin1', encoded.length - 8, encoded.length - 4)).toBe('IEND');
});
