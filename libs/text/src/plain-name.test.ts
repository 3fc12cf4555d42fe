import { describe, expect, it } from 'vitest';
import { plainName } from './plain-name.ts';

/** What mail clients turn into links: schemes, UNC paths, bare domains, addresses. */
const link = /[a-z][a-z0-9+.-]*:[^\s]|[/\\]{2}|[^\s.][.。．｡․﹒][^\s.]|\S@|@\S/iu;

/** Without the quotation marks. */
const quoted = (name: string): string => plainName(name).slice(1, -1);

describe('a name in a mail', () => {
  it.each([
    ['Acme Media', '“Acme Media”'],
    ['Visit https://evil.example now', '“Visit https: / /evil. example now”'],
    ['evil.com', '“evil. com”'],
    ['www.evil.com/login?a=b', '“www. evil. com/login?a=b”'],
    ['evil。com', '“evil。 com”'],
    ['mailto:eve@evil.example', '“mailto: eve @ evil. example”'],
    ['\\\\evil\\share', '“\\ \\evil\\share”'],
    ['//evil', '“/ /evil”'],
    ['tel:+1-555-0100', '“tel: +1-555-0100”'],
    ['ev\u200bil.\u2060com', '“evil. com”'],
    ['moc.live\u202e', '“moc. live”'],
    ['Acme\r\nBcc: eve', '“Acme Bcc: eve”'],
    ['Acme\u2028Call us', '“Acme Call us”'],
    ['Acme” is closing. Answer “now', "“Acme' is closing. Answer 'now”"],
    ['Acme❞ a ❝ b〞 c 〝 d〟 e‹ f ›', "“Acme' a ' b' c ' d' e' f '”"],
    ['„Acme‟ « b » ‘c’ ‚d ＂e" 🙶f🙷', "“'Acme' ' b ' 'c' 'd 'e' 'f'”"],
    ["O’Neill's", "“O'Neill's”"],
    ['evil﹒com', '“evil﹒ com”'],
    ['Call +1 555 0100', '“Call +1 555 0100”'],
    ['👩‍🚀 می‌خواهم', '“👩‍🚀 می‌خواهم”'],
    ['\u200b', '“”'],
  ])('a mail writes the name %j as %j', (name, written) => {
    expect(plainName(name)).toBe(written);
    expect(quoted(name)).not.toMatch(link);
  });

  it('a name in a mail has at most 100 characters and is not cut within an emoji', () => {
    expect(plainName('a'.repeat(100))).toBe(`“${'a'.repeat(100)}”`);
    expect(plainName('a'.repeat(101))).toBe(`“${'a'.repeat(99)}…”`);
    expect(plainName(`${'a'.repeat(97)}👩‍🚀${'a'.repeat(9)}`)).toBe(`“${'a'.repeat(97)}👩…”`);
    expect(Array.from(plainName('.'.repeat(255)))).toHaveLength(102);
  });

  it('no name in a mail becomes a link', () => {
    const parts = [
      'evil',
      '.',
      '..',
      'com',
      ':',
      '/',
      '//',
      '@',
      '\\',
      ' ',
      '\u200b',
      '\u00a0',
      '“',
      '。',
      '﹒',
      'https',
    ];
    let seed = 7;
    const pick = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return parts[seed % parts.length] ?? '';
    };
    for (let round = 0; round < 5_000; round += 1) {
      expect(quoted(Array.from({ length: 9 }, pick).join(''))).not.toMatch(link);
    }
  });
});
