import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { argumentsOf } from './services.ts';

const entry = fileURLToPath(new URL('../../../../services/portal/src/main.ts', import.meta.url));

it('a service accepts the arguments of make up: without its variables it says what is missing', async () => {
  const running = promisify(execFile)(process.execPath, [...argumentsOf(entry, tmpdir())], {
    env: { PATH: process.env['PATH'] },
    cwd: fileURLToPath(new URL('../../../../services/portal', import.meta.url)),
  });
  await expect(running).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('PUBLIC_URL'),
  });
});
