import { describe, expect, it } from 'vitest';
import { BodyBuffer, BodyMemory } from './body-memory.ts';

const kibibytes = (count: number): number => count * 1024;

describe('a body that is read', () => {
  it.each([
    ['whose length is declared', kibibytes(256)],
    ['whose length is not', 0],
  ])('a body takes the memory of its bytes however small its chunks are: one %s', (_, declared) => {
    const memory = new BodyMemory(kibibytes(1024));
    const body = new BodyBuffer(memory, declared);
    for (let index = 0; index < kibibytes(256); index += 1) body.append(Buffer.of(index % 251));
    expect(memory.held).toBe(kibibytes(256));
    expect(body.bytes.byteLength).toBe(kibibytes(256));
    expect(body.bytes.every((byte, index) => byte === index % 251)).toBe(true);
    body.giveBack();
    expect(memory.held).toBe(0);
  });

  it('a body with a short declared length takes exactly that much memory', () => {
    const memory = new BodyMemory(kibibytes(1));
    const body = new BodyBuffer(memory, 12);
    body.append(Buffer.from('one, '));
    body.append(Buffer.from('another'));
    expect(body.bytes.toString()).toBe('one, another');
    expect(memory.held).toBe(12);
  });

  it('a declared length alone takes little memory before its bytes have arrived', () => {
    const memory = new BodyMemory(kibibytes(1024));
    const body = new BodyBuffer(memory, kibibytes(256));
    expect(memory.held).toBe(0);
    body.append(Buffer.of(1));
    expect(memory.held).toBe(kibibytes(16));
  });

  it('a body of which nothing arrives is empty', () => {
    const memory = new BodyMemory(kibibytes(1));
    const body = new BodyBuffer(memory, 0);
    expect(body.bytes.byteLength).toBe(0);
    body.giveBack();
    expect(memory.held).toBe(0);
  });

  it('a body is given up and gives its memory back when all bodies together have none left', () => {
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
