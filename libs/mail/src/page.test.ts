import { colours } from '@patchbay/brand/colours';
import { expect, it } from 'vitest';
import { mailPage } from './page.ts';

it('a mail page escapes everything that people typed', () => {
  const typed = `<b a="1">&'`;
  const page = { title: typed, message: typed, button: typed, url: `https://h/?a=1&b="`, note: typed };
  const escaped = mailPage(page);
  expect(escaped).not.toContain('<b a=');
  expect(escaped.match(/&lt;b a=&quot;1&quot;&gt;&amp;&#39;/g)).toHaveLength(4);
  expect(escaped).toContain('href="https://h/?a=1&amp;b=&quot;"');
});

it('a mail page with lists escapes their titles, texts and links, and has one link that ends the mails', () => {
  const typed = '<b>&';
  const link = { text: typed, url: 'https://h/?a=1&b="' };
  const page = { title: '', message: '', button: '', url: 'https://h/', note: '' };
  const listed = mailPage({
    ...page,
    groups: [{ title: typed, items: [link, link] }],
    more: typed,
    endLink: link,
  });
  expect(listed).not.toContain('<b>');
  expect(listed.match(/&lt;b&gt;&amp;/g)).toHaveLength(5);
  expect(listed.match(/<li /g)).toHaveLength(2);
  expect(listed.match(/href="https:\/\/h\/\?a=1&amp;b=&quot;"/g)).toHaveLength(3);
});

const html = mailPage({ title: '', message: '', button: '', url: 'https://h/', note: '' });

it('a mail page has the colours of the pages that its links lead to, also where a mail client follows the dark scheme', () => {
  const rule = /@media \(prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(html)?.[1] ?? '';
  const used = (text: string) => new Set(text.match(/#[0-9a-f]{6}/g));
  const [light, dark] = [used(html.replace(rule, '')), used(rule)];
  expect(light.size).toBeGreaterThan(5);
  expect(dark.size).toBeGreaterThan(5);
  expect(Object.values(colours.light)).toEqual(expect.arrayContaining([...light]));
  expect(Object.values(colours.dark)).toEqual(expect.arrayContaining([...dark]));
  for (const [, name] of rule.matchAll(/\.(\w+)\{/g)) expect(html).toContain(`class="${name}"`);
});
