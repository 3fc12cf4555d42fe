import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { pathOf } from './qr-code.tsx';

it('the path covers the dark squares of a code, and nothing else', () => {
  const { data } = encode(`https://portal.patchbay.example/connect/${'x'.repeat(43)}`, { border: 4 });
  const drawn = data.map((row) => row.map(() => false));
  for (const [, x, y, length] of pathOf(data).matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  expect(drawn).toEqual(data);
});
