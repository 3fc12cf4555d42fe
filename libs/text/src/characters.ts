import type { Condition } from './text-rule.ts';

/**
 * Characters that show nothing by themselves: controls of direction, zero-width and filler characters, variation selectors,
 * tags, annotation and hieroglyph controls, the blank Braille pattern, the null notehead. Names that differ only in them look
 * the same, and controls of direction change the order in which the text around them is shown.
 */
const invisible = '[\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb\\u{13430}-\\u{1343f}\\u{1d159}]';

/** The visible characters of these scripts, by their ISO 15924 codes. */
const scripts = (codes: string): string =>
  `[[${codes
    .split(' ')
    .map((code) => `\\p{Script_Extensions=${code}}`)
    .join('')}]--${invisible}]`;

/**
 * Scripts whose letters change their shape, so that ZWJ and ZWNJ choose one. First those with letters that join their neighbours
 * (Joining_Type in ArabicShaping.txt of the Unicode Character Database), then those with a sign that makes conjuncts (Virama and
 * Invisible_Stacker in its IndicSyllabicCategory.txt), then Limbu and Tibetan.
 */
const joining = scripts(
  'Adlm Arab Chrs Mand Mani Mong Nkoo Ougr Phag Phlp Rohg Sogd Syrc ' +
    'Bali Beng Bhks Brah Cakm Deva Diak Dogr Gong Gonm Gran Gujr Guru Java Kawi Khar Khmr Khoj Knda Kthi Lana Mlym Modi Mtei Mymr ' +
    'Nand Newa Orya Saur Shrd Sidd Sinh Soyo Sund Sylo Takr Taml Telu Tirh Tutg Zanb ' +
    'Limb Tibt',
);
/**
 * Scripts without spaces between words: a zero-width space says where a line may break. Those of the class SA in LineBreak.txt of
 * the Unicode Character Database.
 */
const withoutSpaces = scripts('Ahom Khmr Lana Laoo Mymr Tale Talu Tavt Thai');

/**
 * The character between two of the script, or between a letter of the script and a letter or digit of any other: words and numbers
 * of other scripts have endings and neighbours in this one (`API` and a plural in Persian). Before it also a mark that closes a
 * quotation or a bracket.
 */
const beside = (character: string, script: string): string => {
  const letter = `[${script}&&[\\p{L}\\p{M}]]`;
  const other = (more = ''): string => `[[\\p{L}\\p{M}\\p{N}${more}]--${invisible}]`;
  return [
    `(?<=${script})${character}(?=${script})`,
    `(?<=${letter})${character}(?=${other()})`,
    `(?<=${other('\\p{Pe}\\p{Pf}')})${character}(?=${letter})`,
  ].join('|');
};

const pictograph = '\\p{Extended_Pictographic}(?:[\\ufe0e\\ufe0f]|\\p{Emoji_Modifier})?';
const tags = (letters: string): string =>
  Array.from(letters, (letter) => `\\u{${(0xe0000 + letter.charCodeAt(0)).toString(16)}}`).join('');

/** Where an invisible character changes what is shown, and so is allowed. The first alternative that matches counts. */
const allowed = [
  // The flags of England, Scotland and Wales. Other sequences of tags are not shown: they could hide a text.
  `\\u{1f3f4}(?:${['gbeng', 'gbsct', 'gbwls'].map(tags).join('|')})\\u{e007f}`,
  // Emoji, also several that are shown as one, such as a family.
  `${pictograph}(?:\\u200d${pictograph})*`,
  // Keycaps.
  '[0-9#*]\\ufe0f\\u20e3',
  // Variants of ideographs, which some Japanese family names are written with.
  '\\p{Unified_Ideograph}[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  // Variants of Mongolian letters, and the separator of a final vowel.
  `(?<=${scripts('Mong')})[\\u180b-\\u180f]`,
  // Malayalam and Sinhala have ZWJ at the end of words too.
  `(?<=${joining})\\u200d`,
  beside('[\\u200c\\u200d]', joining),
  beside('\\u200b', withoutSpaces),
  // The blank pattern between two others is the space of Braille.
  '(?<=[\\u2801-\\u28ff])\\u2800(?=[\\u2801-\\u28ff])',
];

const anyInvisible = new RegExp(invisible, 'v');
const allowedOrInvisible = new RegExp(`(${allowed.join('|')})|${invisible}`, 'gv');

/** Removes invisible characters, except for those that emoji and scripts need. */
export const removeInvisible = (text: string): string =>
  // Few texts have invisible characters, and the first expression is the faster one.
  anyInvisible.test(text)
    ? text.replaceAll(allowedOrInvisible, (_match, kept: string | undefined) => kept ?? '')
    : text;

/** Control characters and line separators corrupt logs and terminals, and Postgres cannot store NUL. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** What `noControlCharacters` accepts, for the OpenAPI document: only what ECMA-262, Python, Java and .NET read alike. */
export const withoutControlPattern = '^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]*$';

export const noControlCharacters: Condition = {
  message: 'must not contain control characters',
  holds: (text) => !control.test(text),
};

const noInvisibleCharacters: Condition = {
  message: 'must not contain invisible characters',
  holds: (text) => removeInvisible(text) === text,
};

/** The conditions on characters for all text that people type. */
export const noForbiddenCharacters: readonly Condition[] = [noControlCharacters, noInvisibleCharacters];

const controls = new RegExp(control, 'gu');

/**
 * Replaces control characters with spaces and removes invisible ones, for text that cannot be rejected with an error to its
 * author: names from other systems, and names that were stored before there was this rule.
 */
export const replaceForbiddenCharacters = (text: string): string =>
  removeInvisible(text.replaceAll(controls, ' '));
