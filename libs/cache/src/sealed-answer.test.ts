import { SealError } from '@patchbay/sealing/seal-error';
import { describe, expect, it } from 'vitest';
import { sealOf } from './sealed-answer.ts';

const request = { key: 'order-1', scope: ['user 1', 'POST /things'], body: '{"name":"a"}' };

describe('a sealed answer', () => {
  const sealed = sealOf(request).seal('{"key":"pby_secret ü"}');

  it('is opened by the same request', () => {
    expect(sealOf({ ...request }).open(sealed)).toBe('{"key":"pby_secret ü"}');
  });

  it('is opened also where an earlier release sealed it', () => {
    const earlier =
      'cifcjmBBshtVMxjMVXDpUr0amYj7APjZvUBFu_0DPZm3AZiqXC3OofSBUOIkMoIvuwsWD3R8zRCvRp5AMLMKZL14MhHnEHzCLAJ-wr-ISFKy1ffj3WQLevyTZDS2pw';
    expect(sealOf(request).open(earlier)).toBe('{"key":"pby_secret ü"}');
  });

  it('is not the answer to another body', () => {
    expect(sealOf({ ...request, body: '{"name":"b"}' }).open(sealed)).toBeUndefined();
  });

  it.each([
    ['key', { ...request, key: 'order-2' }],
    ['caller', { ...request, scope: ['user 2', 'POST /things'] }],
    ['path', { ...request, scope: ['user 1', 'POST /others'] }],
    ['division of the scope', { ...request, scope: ['user 1POST /things'] }],
  ])('has another name under another %s, and cannot be opened there', (_what, other) => {
    expect(sealOf(other).name).not.toBe(sealOf(request).name);
    expect(() => sealOf(other).open(sealed)).toThrow(SealError);
  });

  it('is refused once altered', () => {
    const bytes = Buffer.from(sealed, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    expect(() => sealOf(request).open(bytes.toString('base64url'))).toThrow(SealError);
  });

  it('never looks the same twice', () => {
    expect(sealOf(request).seal('{"key":"pby_secret ü"}')).not.toBe(sealed);
  });
});
