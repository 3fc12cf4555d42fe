import { describe, expect, it } from 'vitest';
import { BodyBuffer, BodyMemory } from './body-memory.ts';

const kibibytes = (count: number): number => count * 1024;

const address = '192.0.2.1';
/** The most that bodies of one address may hold of the memory for all is a sixteenth. */
const memoryFor = (bytesOfAddress: number) => new BodyMemory(16 * bytesOfAddress);

describe('a body that is read', () => {
  it.each([
    ['whose length is declared', kibibytes(256)],
    ['whose length is not', 0],
  ])('a body takes the memory of its bytes however small its chunks are: one %s', (_, declared) => {
    const memory = memoryFor(kibibytes(1024));
    const body = new BodyBuffer(memory, address, declared);
    for (let index = 0; index < kibibytes(256); index += 1) body.append(Buffer.of(index % 251));
    expect(memory.held).toBe(kibibytes(256));
    expect(body.bytes.byteLength).toBe(kibibytes(256));
    expect(body.bytes.every((byte, index) => byte === index % 251)).toBe(true);
    body.giveBack();
    expect(memory.held).toBe(0);
  });

  it('a body with a short declared length takes exactly that much memory', () => {
    const memory = memoryFor(kibibytes(1));
    const body = new BodyBuffer(memory, address, 12);
    body.append(Buffer.from('one, '));
    body.append(Buffer.from('another'));
    expect(body.bytes.toString()).toBe('one, another');
    expect(memory.held).toBe(12);
  });

  it('a declared length alone takes little memory before its bytes have arrived', () => {
    const memory = memoryFor(kibibytes(1024));
    const body = new BodyBuffer(memory, address, kibibytes(256));
    expect(memory.held).toBe(0);
    body.append(Buffer.of(1));
    expect(memory.held).toBe(kibibytes(16));
  });

  it('a body of which nothing arrives is empty', () => {
    const memory = memoryFor(kibibytes(1));
    const body = new BodyBuffer(memory, address, 0);
    expect(body.bytes.byteLength).toBe(0);
    body.giveBack();
    expect(memory.held).toBe(0);
  });

  it('a body is given up and gives its memory back when all bodies together have none left', () => {
    const memory = new BodyMemory(kibibytes(48));
    const bodyOf = (index: number) => new BodyBuffer(memory, `192.0.2.${index}`, 0);
    const bodies = Array.from({ length: 16 }, (_, index) => bodyOf(index));
    for (const body of bodies) expect(body.append(Buffer.alloc(kibibytes(3)))).toBe(true);
    const other = bodyOf(16);
    expect(other.append(Buffer.of(1))).toBe(false);
    other.giveBack();
    expect(memory.held).toBe(kibibytes(48));
    bodies[0]?.giveBack();
    expect(bodyOf(16).append(Buffer.alloc(kibibytes(3)))).toBe(true);
  });

  it('the bodies of one address hold a sixteenth of the memory, and leave the rest to others', () => {
    const memory = new BodyMemory(kibibytes(256));
    const [one, more] = [new BodyBuffer(memory, address, 0), new BodyBuffer(memory, address, 0)];
    expect(one.append(Buffer.alloc(kibibytes(10)))).toBe(true);
    expect(more.append(Buffer.alloc(kibibytes(7)))).toBe(false);
    expect(new BodyBuffer(memory, '192.0.2.2', 0).append(Buffer.alloc(kibibytes(16)))).toBe(true);
    one.giveBack();
    expect(more.append(Buffer.alloc(kibibytes(7)))).toBe(true);
  });
});
