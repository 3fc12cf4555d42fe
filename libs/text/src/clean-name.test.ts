import { expect, it } from 'vitest';
import { cleanName } from './clean-name.ts';

it.each([
  [' Ada\u200b\u202e Lovelace\u0000 ', 'Ada Lovelace'],
  ['Ada\r\nBcc: eve@evil.example', 'Ada  Bcc: eve@evil.example'],
  ['👩‍🚀 Sally', '👩‍🚀 Sally'],
  ['a'.repeat(300), 'a'.repeat(255)],
  [`${'a'.repeat(253)}👩‍🚀`, `${'a'.repeat(253)}👩`],
])('a name of another system, %j, becomes %j', (name, cleaned) => {
  expect(cleanName(name)).toBe(cleaned);
});

it.each(['', ' ', '\u200b\u2060', '\u3164', '\ufeff\u00ad'])('nothing is left of %j', (name) => {
  expect(cleanName(name)).toBeUndefined();
});
