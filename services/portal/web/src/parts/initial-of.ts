/** Undefined in browsers without it, such as Firefox 115. */
const characters = Intl.Segmenter && new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first character of a name as a reader sees it: an accent or the parts of an emoji belong to it. */
export function initialOf(name: string): string {
  const text = name.trim();
  const [first] = characters?.segment(text) ?? [];
  const initial = first?.segment ?? text.slice(0, (text.codePointAt(0) ?? 0) > 0xff_ff ? 2 : 1);
  return initial.toUpperCase();
}
