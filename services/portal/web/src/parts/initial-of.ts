const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first character of a name as a reader sees it: an accent or the parts of an emoji belong to it. */
export function initialOf(name: string): string {
  const [first] = characters.segment(name.trim());
  return first?.segment.toUpperCase() ?? '';
}
