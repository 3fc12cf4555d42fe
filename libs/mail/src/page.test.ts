import { expect, it } from 'vitest';
import { mailPage } from './page.ts';

it('a mail page keeps what people typed as text, wherever it stands', () => {
  const typed = `<b a="1">&'`;
  const page = { title: typed, message: typed, button: typed, url: `https://h/?a=1&b="`, note: typed };
  const html = mailPage(page);
  expect(html).not.toContain('<b a=');
  expect(html.match(/&lt;b a=&quot;1&quot;&gt;&amp;&#39;/g)).toHaveLength(4);
  expect(html).toContain('href="https://h/?a=1&amp;b=&quot;"');
});
