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

/** Scripts whose letters change their shape: ZWJ and ZWNJ choose one. */
const joining = scripts(
  'Arab Syrc Mand Nkoo Mong Phag Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Bali Java Sund Lana Cakm',
);
/** Scripts without spaces between words: a zero-width space says where a line may break. */
const withoutSpaces = scripts('Khmr Laoo Mymr Thai Lana');

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
  `(?<=${joining})\\u200c(?=${joining})`,
  `(?<=${withoutSpaces})\\u200b(?=${withoutSpaces})`,
  // The blank pattern between two others is the space of Braille.
  '(?<=[\\u2801-\\u28ff])\\u2800(?=[\\u2801-\\u28ff])',
];

const anyInvisible = new RegExp(invisible, 'v');
const allowedOrInvisible = new RegExp(`(${allowed.join('|')})|${invisible}`, 'gv');

/** Keeps those that emoji and scripts need. */
export const removeInvisible = (text: string): string =>
  // Few texts have any: the first expression is the faster one.
  anyInvisible.test(text)
    ? text.replaceAll(allowedOrInvisible, (_match, kept: string | undefined) => kept ?? '')
    : text;
