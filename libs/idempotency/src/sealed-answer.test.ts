import { SealError } from '@patchbay/sealing/aes-gcm';
import { describe, expect, it } from 'vitest';
import { sealOf } from './sealed-answer.ts';

const request = { key: 'order-1', scope: ['user 1', 'POST /things'], body: '{"name":"a"}' };
const answer = Buffer.from('{"key":"pby_secret ü"}');

describe('a sealed answer', () => {
  const sealed = sealOf(request).seal(answer);

  it('the same request opens its answer', () => {
    expect(sealOf({ ...request }).open(sealed)).toEqual(answer);
  });

  it('an answer that an earlier release sealed opens', () => {
    const earlier =
      '85gcx-5hNeYBfeGg60BMhJroX5yjR8YQtlP6DHrsxM03FslZkzP0mN4lpfPbEI6Te5pZDWYzjxQvOi62jb8shFfdje1-mU02D4bjTpB1V_Ndadc';
    expect(sealOf(request).open(Buffer.from(earlier, 'base64url'))).toEqual(answer);
  });

  it('an answer can be empty', () => {
    const { seal, open } = sealOf(request);
    expect(open(seal(Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
  });

  it('an answer does not open for another body', () => {
    expect(sealOf({ ...request, body: '{"name":"b"}' }).open(sealed)).toBeUndefined();
  });

  it.each([
    ['key', { ...request, key: 'order-2' }],
    ['caller', { ...request, scope: ['user 2', 'POST /things'] }],
    ['path', { ...request, scope: ['user 1', 'POST /others'] }],
    ['division of the scope', { ...request, scope: ['user 1POST /things'] }],
  ])('an answer has another name under another %s, and does not open there', (_what, other) => {
    expect(sealOf(other).name).not.toEqual(sealOf(request).name);
    expect(() => sealOf(other).open(sealed)).toThrow(SealError);
  });

  it('an altered answer is refused', () => {
    const bytes = Buffer.from(sealed);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    expect(() => sealOf(request).open(bytes)).toThrow(SealError);
  });

  it('the same answer is sealed differently each time', () => {
    expect(sealOf(request).seal(answer)).not.toEqual(sealed);
  });
});
