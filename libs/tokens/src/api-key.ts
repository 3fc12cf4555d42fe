import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const scheme = 'pby_';
/** 238 bits of entropy. */
const randomLength = 40;
/** Enough base-62 digits for the 32 bits of the checksum. */
const checksumLength = 6;
const shape = new RegExp(`^${scheme}[0-9A-Za-z]{${randomLength + checksumLength}}$`);
/** Bytes from 248 up are drawn again: modulo 62 they would make the first eight characters more likely. */
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

/** CRC-32 in base 62: detects every single wrong character and every swap of two neighbours. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let place = 0; place < checksumLength; place += 1) {
    checksum = alphabet.charAt(rest % alphabet.length) + checksum;
    rest = Math.floor(rest / alphabet.length);
  }
  return checksum;
}

/** A new key: `pby_`, 40 random characters, 6 characters of checksum. */
export function mintApiKey(): string {
  const body = scheme + randomText(randomLength);
  return body + checksumOf(body);
}

/** Checks shape and checksum without a database lookup. A well-formed key may still not exist. */
export const isWellFormedApiKey = (text: string): boolean =>
  shape.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLength)));

/** The first 15 characters, stored in plain text so that people can tell their keys apart. */
export const prefixOf = (key: string): string => key.slice(0, 15);
