import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';

it('the client is one file for browsers that imports nothing', async () => {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('index.ts', import.meta.url)),
    platform: 'browser',
    external: /^node:/,
    tsconfig: false,
  });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  const [{ imports, dynamicImports, code, exports }, ...others] = output;
  expect({ imports, dynamicImports, others }).toEqual({ imports: [], dynamicImports: [], others: [] });
  expect(exports).toEqual(expect.arrayContaining(['Patchbay', 'verifyExport']));
  expect(code).not.toMatch(/\b(process|Buffer|require|global)\b[.(]/);
});
