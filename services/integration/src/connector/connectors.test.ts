import { describe, expect, it } from 'vitest';
import { replacePrefix } from './connectors.ts';

describe('the replacement of addresses', () => {
  const endpoints = {
    'https://api.example.com': 'http://127.0.0.1:9100/api',
    'https://api.example.com/v3': 'http://127.0.0.1:9100/third',
    'https://pages.example.com/': 'http://127.0.0.1:9100/pages/',
  };

  it.each([
    ['https://api.example.com', 'http://127.0.0.1:9100/api'],
    ['https://api.example.com/v2/me?x=1', 'http://127.0.0.1:9100/api/v2/me?x=1'],
    ['https://api.example.com?x=1', 'http://127.0.0.1:9100/api?x=1'],
    ['https://pages.example.com/a', 'http://127.0.0.1:9100/pages/a'],
  ])('the rest of the address %s is kept', (url, replaced) => {
    expect(replacePrefix(url, endpoints)).toBe(replaced);
  });

  it('the longest configured prefix is replaced', () => {
    expect(replacePrefix('https://api.example.com/v3/me', endpoints)).toBe('http://127.0.0.1:9100/third/me');
  });

  it.each([
    'https://api.example.com.evil.example/',
    'https://api.example.com:444/',
    'https://other.example/',
    'https://api.example.comx',
  ])('%s has no configured prefix and stays', (url) => {
    expect(replacePrefix(url, endpoints)).toBe(url);
  });

  it('a prefix ends at a slash, a question mark or the end of the address', () => {
    expect(replacePrefix('https://api.example.com/v30/me', endpoints)).toBe(
      'http://127.0.0.1:9100/api/v30/me',
    );
  });
});
