import { describe, expect, it } from 'vitest';
import { capTimeout } from './deadline.ts';

const capped = (headers: Record<string, string>): Record<string, string> => {
  const copy = { ...headers };
  capTimeout(copy, 30_000);
  return copy;
};

describe('the timeout of a request', () => {
  const grpc = { 'content-type': 'application/grpc+proto' };

  it.each([
    ['is set where Connect names none', {}, { 'connect-timeout-ms': '30000' }],
    ['is shortened', { 'connect-timeout-ms': '99999' }, { 'connect-timeout-ms': '30000' }],
    ['stays when shorter', { 'connect-timeout-ms': '250' }, { 'connect-timeout-ms': '250' }],
    [
      'stays for others to refuse when malformed',
      { 'connect-timeout-ms': 'soon' },
      { 'connect-timeout-ms': 'soon' },
    ],
    ['is set where gRPC names none', grpc, { ...grpc, 'grpc-timeout': '30000m' }],
    ['is shortened in any unit', { ...grpc, 'grpc-timeout': '1H' }, { ...grpc, 'grpc-timeout': '30000m' }],
    ['stays in any unit', { ...grpc, 'grpc-timeout': '900000u' }, { ...grpc, 'grpc-timeout': '900000u' }],
    ['stays when gRPC cannot read it', { ...grpc, 'grpc-timeout': '5' }, { ...grpc, 'grpc-timeout': '5' }],
  ])('%s', (_promise, headers, expected) => {
    expect(capped(headers)).toEqual(expected);
  });
});
