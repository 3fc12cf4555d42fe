import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { mailPage } from './page.ts';

it('a mail page escapes everything that people typed', () => {
  const typed = `<b a="1">&'`;
  const page = { title: typed, message: typed, button: typed, url: `https://h/?a=1&b="`, note: typed };
  const html = mailPage(page);
  expect(html).not.toContain('<b a=');
  expect(html.match(/&lt;b a=&quot;1&quot;&gt;&amp;&#39;/g)).toHaveLength(4);
  expect(html).toContain('href="https://h/?a=1&amp;b=&quot;"');
});

it('a mail page has the colours of the pages that its links lead to', async () => {
  const tokens = await readFile(
    new URL('../../../services/portal/web/src/styles/tokens.css', import.meta.url),
    'utf8',
  );
  const light = tokens.slice(0, tokens.indexOf('@media'));
  const html = mailPage({ title: '', message: '', button: '', url: 'https://h/', note: '' });
  const used = new Set(html.match(/#[0-9a-f]{6}/g));
  expect(used.size).toBeGreaterThan(3);
  for (const colour of used) expect(light).toContain(`: ${colour};`);
});
