import { describe, expect, it } from 'vitest';
import { contentEncodingOf } from './content-encoding.ts';

describe('the coding of an answer', () => {
  it.each([
    ['the order of a browser', 'gzip, deflate, br, zstd', 'br'],
    ['no header', undefined, 'identity'],
    ['anything', '*', 'br'],
    ['a preference of the client', 'br;q=0.5, gzip;q=0.8', 'gzip'],
    ['none at all', 'br;q=0, gzip;q=0', 'identity'],
    ['no compression', 'identity', 'identity'],
    ['nonsense', ';;;q=,', 'identity'],
  ])('the coding of an answer for %s (%j) is %s', (_case, accepted, coding) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    expect(contentEncodingOf({ headers }, ['br', 'gzip', 'identity'])).toBe(coding);
  });
});
