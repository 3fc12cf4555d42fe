type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Characters of a value in a line: more of it helps nobody to find the place. */
const shown = 100;
const brief = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > shown ? `${text.slice(0, shown)}…` : text;
};

/** A JSON pointer (RFC 6901), by which editors and other tools find the place. */
const below = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Every place where two JSON documents differ, as one line each; the order of names does not matter. */
export function differences(before: unknown, after: unknown, pointer = ''): string[] {
  if (isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => {
      const place = below(pointer, name);
      if (!Object.hasOwn(after, name)) return [`- ${place}: ${brief(before[name])}`];
      if (!Object.hasOwn(before, name)) return [`+ ${place}: ${brief(after[name])}`];
      return differences(before[name], after[name], place);
    });
  }
  return before === after ? [] : [`~ ${pointer}: ${brief(before)} is now ${brief(after)}`];
}
