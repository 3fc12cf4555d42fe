import { describe, expect, it } from 'vitest';
import { BodyBuffer, BodyMemory } from './body-memory.ts';

const kibibytes = (count: number): number => count * 1024;

describe('a body that is read', () => {
  it.each([
    ['whose length is declared', kibibytes(256)],
    ['whose length is not', 0],
  ])('takes the memory of its bytes, however small its chunks are: one %s', (_, declared) => {
    const memory = new BodyMemory(kibibytes(1024));
    const body = new BodyBuffer(memory, declared);
    for (let index = 0; index < kibibytes(256); index += 1) body.append(Buffer.of(index % 251));
    expect(memory.held).toBe(kibibytes(256));
    expect(body.bytes.byteLength).toBe(kibibytes(256));
    expect(body.bytes.every((byte, index) => byte === index % 251)).toBe(true);
    body.giveBack();
    expect(memory.held).toBe(0);
  });

  it('takes exactly its declared length where that is short', () => {
    const memory = new BodyMemory(kibibytes(1));
    const body = new BodyBuffer(memory, 12);
    body.append(Buffer.from('one, '));
    body.append(Buffer.from('another'));
    expect(body.bytes.toString()).toBe('one, another');
    expect(memory.held).toBe(12);
  });

  it('takes little memory for a declared length before its bytes have arrived', () => {
    const memory = new BodyMemory(kibibytes(1024));
    const body = new BodyBuffer(memory, kibibytes(256));
    expect(memory.held).toBe(0);
    body.append(Buffer.of(1));
    expect(memory.held).toBe(kibibytes(16));
  });

  it('is empty where nothing arrives', () => {
    const memory = new BodyMemory(kibibytes(1));
    const body = new BodyBuffer(memory, 0);
    expect(body.bytes.byteLength).toBe(0);
    body.giveBack();
    expect(memory.held).toBe(0);
  });

  it('is given up where all bodies together have no memory left, and gives back what it has', () => {
    const memory = new BodyMemory(kibibytes(48));
    const [one, other] = [new BodyBuffer(memory, 0), new BodyBuffer(memory, 0)];
    expect(one.append(Buffer.alloc(kibibytes(32)))).toBe(true);
    expect(other.append(Buffer.alloc(kibibytes(16)))).toBe(true);
    expect(other.append(Buffer.of(1))).toBe(false);
    other.giveBack();
    expect(memory.held).toBe(kibibytes(32));
    expect(new BodyBuffer(memory, 0).append(Buffer.alloc(kibibytes(16)))).toBe(true);
  });
});
