import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { html, htmlPage } from './html-page.ts';

const digestOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

describe('a page', () => {
  const page = htmlPage({ title: 'A & B', content: html`<h1>Hello</h1>`, status: 404 });

  it('a page has a policy that lets in the style that it has, and nothing else', () => {
    const style = /<style>([^]*)<\/style>/.exec(page.text)?.[1] ?? '';
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain(`style-src '${digestOf(style)}'`);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toMatch(/script-src|connect-src|frame-src/);
    expect(page.text).not.toContain('<script');
    expect(page.text).not.toMatch(/(?:href|src)="(?!data:)/);
  });

  it('a page with a script lets in this script and its own server', () => {
    const { text, headers } = htmlPage({ title: '', content: html``, script: 'f();', style: 'b{}' });
    const policy = headers['content-security-policy'];
    expect(policy).toContain(`script-src '${digestOf('f();')}'; connect-src 'self'; frame-src 'self'`);
    expect(text).toContain('<script type="module">f();</script>');
    expect(text).toContain('b{}</style>');
  });
});
