import { describe, expect, it } from 'vitest';
import { createTrustedOrigins } from './trusted-origins.ts';

const trusted = createTrustedOrigins('https://api.example/base', 'https://portal.example', [
  'http://localhost:5173',
]);

describe('trusted origins', () => {
  it.each([
    ['https://portal.example/x?y#z', 'https://portal.example/x?y#z'],
    ['https://api.example', 'https://api.example/'],
    ['http://localhost:5173/', 'http://localhost:5173/'],
    ['https:portal.example', 'https://portal.example/'],
    ['https://portal.example\\@evil.example', 'https://portal.example/@evil.example'],
    [' https://portal.example/a\r\nb\u0000', 'https://portal.example/ab'],
    ['https://portal.example/é\u0000x', 'https://portal.example/%C3%A9%00x'],
  ])('the address %j on a trusted origin is resolved as a browser does', (address, resolved) => {
    expect(trusted.resolve(address)).toBe(resolved);
  });

  it.each([
    'https://portal.example.evil.example',
    'https://portal.example@evil.example',
    'https://user:password@portal.example/',
    'https:\\\\evil.example\\portal.example',
    'https://portal.example:444/',
    'http://portal.example',
    '//portal.example',
    '//evil.example',
    '/x',
    'javascript:alert(1)',
    'blob:https://portal.example/0199c1f0',
    '',
  ])('the address %j is not on a trusted origin', (address) => {
    expect(trusted.resolve(address)).toBeUndefined();
  });
});
