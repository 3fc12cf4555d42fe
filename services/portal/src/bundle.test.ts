import { describe, expect, it } from 'vitest';
import { readBundle } from './bundle.ts';
import { createFolder, html } from './portal.fixture.ts';

describe('the bundle', () => {
  it('is the page and its files by path', () => {
    const bundle = readBundle(createFolder());
    expect(bundle.html).toBe(html);
    expect([...bundle.files.keys()].toSorted()).toEqual([
      '/assets/font-b2.woff2',
      '/assets/index-a1.js',
      '/icon.svg',
    ]);
    expect(bundle.files.get('/assets/index-a1.js')?.encodings).toEqual(['br', 'gzip', 'identity']);
    expect(bundle.files.get('/assets/font-b2.woff2')?.encodings).toEqual(['identity']);
  });

  it('that is missing is an error that says what makes it', () => {
    expect(() => readBundle(createFolder({ 'icon.svg': '' }))).toThrow('make generate');
  });

  it('with a file that has no known type is an error', () => {
    expect(() => readBundle(createFolder({ 'index.html': html, 'assets/a.wasm': '' }))).toThrow(
      'services/portal/web/dist/assets/a.wasm is of an unknown type',
    );
  });
});
