import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTestIo } from './io.fixture.ts';
import { openBrowser } from './open-browser.ts';

it.each(['javascript:alert(1)', 'file:///etc/passwd', '--help', 'http:', '\u0000'])(
  'the browser is not given %j',
  async (address) => {
    expect(await openBrowser(createTestIo(undefined, { BROWSER: '/bin/true' }), address)).toBe(false);
  },
);

it('the browser is given an address without blanks, quotes and line feeds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [browser, given] = [join(folder, 'browser'), join(folder, 'given')];
  writeFileSync(browser, `#!/bin/sh\nprintf '%s|' "$@" > ${given}.part && mv ${given}.part ${given}\n`, {
    mode: 0o755,
  });
  expect(await openBrowser(createTestIo(undefined, { BROWSER: browser }), 'http://a.example/ x"\n--y')).toBe(
    true,
  );
  await expect.poll(() => existsSync(given)).toBe(true);
  expect(readFileSync(given, 'utf8')).toBe('http://a.example/%20x%22--y|');
});
