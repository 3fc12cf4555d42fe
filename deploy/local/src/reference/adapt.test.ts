import { describe, expect, it } from 'vitest';
import { adaptBundle } from './adapt.ts';

const bundle =
  'a=[{key:`js`,title:`JavaScript`,x:1}],b=[`shell/curl`,`ruby/native`,`node/undici`,`php/guzzle`,`python/python3`];\n//# sourceMappingURL=standalone.js.map';

describe("Scalar's bundle", () => {
  it('has the names and order of our samples, its licence, and no source map', () => {
    expect(adaptBundle(bundle, 'MIT License\n')).toBe(
      '/*! @scalar/api-reference\n\nMIT License\n*/\na=[{key:`js`,title:`TypeScript`,x:1}],b=[`shell/curl`,`js/fetch`,`python/requests`];\n',
    );
  });

  it('is refused where another version has changed', () => {
    expect(() => adaptBundle(bundle.replace('JavaScript', 'JS'), '')).toThrow('does not contain');
    expect(() => adaptBundle(bundle + bundle, '')).toThrow('does not contain');
  });
});
