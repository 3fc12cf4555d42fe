import fc, { type Arbitrary } from 'fast-check';

/** Characters of several scripts, of one and two UTF-16 code units, and those that JSON, HTML or SQL treat specially. */
const characters = Array.from('abcXYZ019éßñЖ漢あ😀𝒳-_.,:;!?&=+%#@<>"\'\\/$*(){}[]|~^`');
const letters = Array.from('abcXYZ019éЖ漢😀');
const character = fc.constantFrom(...characters, ' ');
/** Every character that `plainText` may contain. */
export const allCharacters = [...letters, ' ', ...characters].join('');
const letter = fc.constantFrom(...letters);

/** Text without control characters that begins and ends with a letter: what is trimmed has the same length. */
export const plainText = (minLength: number, maxLength: number): Arbitrary<string> => {
  const inner = fc.string({
    unit: character,
    minLength: Math.max(0, minLength - 2),
    maxLength: Math.max(0, Math.min(maxLength, 300) - 2),
    size: 'small',
  });
  const longest = fc.tuple(letter, letter).map(([first, last]) => first + last.repeat(maxLength - 1));
  return fc.oneof(
    ...(maxLength >= 2 && minLength <= maxLength
      ? [{ arbitrary: fc.tuple(letter, inner, letter).map((parts) => parts.join('')), weight: 6 }]
      : []),
    ...(minLength <= 1 && maxLength >= 1 ? [{ arbitrary: letter, weight: 1 }] : []),
    ...(maxLength >= 1 ? [{ arbitrary: longest, weight: 1 }] : [{ arbitrary: fc.constant(''), weight: 1 }]),
  );
};

/** Text that programs tend to mistreat: valid JSON each, but not always acceptable. */
export const oddText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\u200b',
    '\u202egpj.exe',
    '\ufeffname',
    '\ufffe',
    'a\r\nset-cookie: a=b',
    '\u001b[31m',
    '\u0085\u2028\u2029',
    '../../etc/passwd',
    "' or 1=1 --",
    '%00%2f%ff',
    '{{7*7}}${7*7}<script>alert(1)</script>',
    '__proto__',
    'constructor',
    'null',
    '💥'.repeat(64),
    'e\u0301'.repeat(300),
    'x'.repeat(10_000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string16bits({ maxLength: 20 }),
);
