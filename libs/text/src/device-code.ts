const encodedAscii = /%([0-7][\da-f])/gi;
/** URL parsers drop these characters anywhere in an address. */
const dropped = /[\t\n\r]/g;

/**
 * Whether an address has a `user_code`, the code of a device that waits for approval, in its query, its fragment or an address nested in
 * it, encoded any number of times. Whoever wrote the link must not get the person who follows it to approve their device.
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
