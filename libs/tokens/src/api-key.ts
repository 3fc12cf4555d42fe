import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const scheme = 'pby_';
/** 238 bits: nobody finds one by trying. */
const randomLength = 40;
/** Holds the 32 bits of the checksum. */
const checksumLength = 6;
const shape = new RegExp(`^${scheme}[0-9A-Za-z]{${randomLength + checksumLength}}$`);
/** The bytes that fall evenly on the 62 characters; the few above are drawn again, or the first characters came more often. */
const evenBytes = 256 - (256 % alphabet.length);

function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < evenBytes) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}

/** CRC-32: every slip of one character, and every swap of two neighbours, changes it. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let place = 0; place < checksumLength; place += 1) {
    checksum = alphabet.charAt(rest % alphabet.length) + checksum;
    rest = Math.floor(rest / alphabet.length);
  }
  return checksum;
}

/** A new key: `pby_`, 40 random characters, 6 of checksum. */
export function mintApiKey(): string {
  const body = scheme + randomText(randomLength);
  return body + checksumOf(body);
}

/** Whether this may be a key at all. What is not needs no lookup; what is may still be unknown. */
export const isWellFormedApiKey = (text: string): boolean =>
  shape.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLength)));

/** What people tell their keys apart by: the first 15 characters. */
export const prefixOf = (key: string): string => key.slice(0, 15);
