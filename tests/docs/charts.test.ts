import { chartFiles } from '@patchbay/charts/files';
import { expect, it } from 'vitest';

it.each([...chartFiles()])('%s is what `npm run charts:generate` writes', async (path, text) => {
  await expect(text).toMatchFileSnapshot(`../../${path}`);
});
