import { isEmail } from '../../../pages/sign-in/email.ts';

interface Addresses {
  /** Each once, in the order of the text. */
  readonly emails: readonly string[];
  /** The texts that are neither an email address nor the name beside one. */
  readonly wrong: readonly string[];
}

/**
 * The email addresses in a pasted text: separated by spaces, commas, semicolons or lines, bare or as mail programs write them
 * (`"Lovelace, Ada" <ada@acme.example>`).
 */
export function addressesIn(text: string): Addresses {
  const emails = new Map<string, string>();
  const wrong: string[] = [];
  for (const part of text.replaceAll(/"[^"\n]*"/g, ' ').split(/[\n,;]/)) {
    const words = part.split(/[\s<>]+/).filter((word) => word !== '');
    const found = words.filter(isEmail);
    for (const email of found) if (!emails.has(email.toLowerCase())) emails.set(email.toLowerCase(), email);
    // Without an address beside it a word is no name, and with an @ it was meant as an address.
    wrong.push(...words.filter((word) => !isEmail(word) && (found.length === 0 || word.includes('@'))));
  }
  return { emails: [...emails.values()], wrong };
}
