import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const read = (name: string): string => readFileSync(new URL(`../../assets/${name}`, import.meta.url), 'utf8');

type CreateHtml = (markup: string) => string | null;

/** Runs the script as the page does; resolves to what its Trusted Types policy does with markup. */
function policyOf(script: string): CreateHtml {
  const policies = new Map<string, CreateHtml>();
  runInNewContext(script, {
    document: { querySelector: () => ({ content: 'nonce' }), createElement: () => ({}) },
    trustedTypes: {
      createPolicy: (name: string, { createHTML }: { createHTML: CreateHtml }) =>
        policies.set(name, createHTML),
    },
  });
  const found = policies.get('default');
  if (found === undefined) throw new Error('there is no default policy');
  return found;
}

describe('the Trusted Types policy of /docs', () => {
  const createHtml = policyOf(read('prepare.js'));
  const icon = '<svg width="1em" viewBox="0 0 24 24"><path d="m18 10-6 6" stroke="currentColor"/></svg>';

  it('the Trusted Types policy of /docs allows the icons of the editor', () => {
    const icons = [...read('fetched/scalar.js').matchAll(/\w=`(<svg [^`]*)`/g)].map(
      ([, markup]) => markup ?? '',
    );
    expect(icons).toHaveLength(2);
    expect(icons.map(createHtml)).toEqual(icons);
    expect(createHtml(icon)).toBe(icon);
  });

  it.each([
    '<svg onload="alert(1)"></svg>',
    '<svg width="1em" onload=alert(1)></svg>',
    '<svg width="1em"/onload=alert(1)></svg>',
    '<svg style="background: url(/v1/me)"></svg>',
    '<svg><path d="" href="javascript:alert(1)"/></svg>',
    '<svg><path d=""/><script>alert(1)</script></svg>',
    `${icon}<img src=x onerror=alert(1)>`,
    `${icon}\n<p>text</p>`,
    '<p>text</p>',
    '',
  ])('the Trusted Types policy of /docs refuses the markup %j', (markup) => {
    expect(createHtml(markup)).toBeNull();
  });
});
