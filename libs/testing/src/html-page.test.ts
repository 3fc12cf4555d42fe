import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { html, htmlPage } from './html-page.ts';

it('html escapes strings, and not what is HTML already', () => {
  const name = '"><script>alert(1)</script>&';
  expect(html`<p title="${name}">${html`<b>${'a & b'}</b>`}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;"><b>a &amp; b</b></p>',
  );
  expect(html`<ul>${['a', '<'].map((each) => html`<li>${each}</li>`)}</ul>`.text).toBe(
    '<ul><li>a</li><li>&lt;</li></ul>',
  );
});

describe('a page', () => {
  const page = htmlPage({ title: 'A & B', content: html`<h1>Hello</h1>`, status: 404 });

  it('a page has its title and content', () => {
    expect(page.status).toBe(404);
    expect(page.text).toContain('<title>A &amp; B</title>');
    expect(page.text).toContain('<h1>Hello</h1>');
  });

  it('a page has a policy that lets in the style that it has, and nothing else', () => {
    const style = /<style>([^]*)<\/style>/.exec(page.text)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    expect(page.headers['content-security-policy']).toContain(`style-src 'sha256-${digest}'`);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';/);
    expect(page.text).not.toContain('<script');
  });
});
