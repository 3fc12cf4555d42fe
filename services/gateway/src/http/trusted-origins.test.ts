import { describe, expect, it } from 'vitest';
import { createTrustedOrigins } from './trusted-origins.ts';

const trusted = createTrustedOrigins('https://api.example/base', 'https://portal.example', [
  'http://localhost:5173',
]);

describe('trusted origins', () => {
  it.each(['https://portal.example/x?y#z', 'https://api.example', 'http://localhost:5173/'])(
    'cover %s',
    (url) => {
      expect(trusted.cover(url)).toBe(true);
    },
  );

  it.each([
    'https://portal.example.evil.example',
    'https://portal.example@evil.example',
    'https://portal.example:444/',
    'http://portal.example',
    '//portal.example',
    '/x',
    'javascript:alert(1)',
    '',
  ])('do not cover %s', (url) => {
    expect(trusted.cover(url)).toBe(false);
  });
});
