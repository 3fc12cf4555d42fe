/** Shorter values could be found by chance, or as a part of words. */
export const shortestSecret = 10;

const lowerCaseEscapes = (text: string): string =>
  text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
const base64url = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');

/**
 * The characters that base64 of any text has where the text contains `bytes`. They depend on the place of the bytes modulo three;
 * characters that also encode bits of neighbours are left out.
 */
function base64Parts(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const whole = Math.floor(((offset + bytes.length) * 8) / 6);
    return encoded.slice(Math.ceil((offset * 8) / 6), whole);
  });
}

/** Every text by which a secret can be read: as it is, escaped for JSON and URLs, in hex and in base64, also inside of longer texts. */
export function formsOf(secret: string): string[] {
  if (secret.length < shortestSecret)
    throw new Error(`a secret of ${secret.length} characters is too short to be searched for`);
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const urls = [encodeURIComponent(secret), new URLSearchParams({ s: secret }).toString().slice(2)];
  const base64 = base64Parts(bytes);
  return [
    ...new Set([
      secret,
      escaped(secret),
      escaped(escaped(secret)),
      ...urls,
      ...urls.map(lowerCaseEscapes),
      hex,
      hex.toUpperCase(),
      ...base64,
      ...base64.map(base64url),
    ]),
  ];
}
