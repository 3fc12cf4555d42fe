const encodedAscii = /%([0-7][\da-f])/gi;
/** Parsers of addresses drop these wherever they stand. */
const dropped = /[\t\n\r]/g;

/**
 * Whether an address carries the code of a device that waits to be let in (`user_code`), in its query, its fragment, or in an address
 * that is inside it, however often that is encoded. Whoever makes up an address need not be the person who follows it, and must not
 * lead that person to a device of theirs.
 */
export function carriesDeviceCode(address: string): boolean {
  let text = address;
  for (let before = ''; text !== before; ) {
    before = text;
    // Only ASCII: other bytes cannot be part of the name, and need not be valid UTF-8. Each round shortens what it changes.
    text = text
      .replaceAll(encodedAscii, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
      .replaceAll(dropped, '');
  }
  return text.includes('user_code');
}
