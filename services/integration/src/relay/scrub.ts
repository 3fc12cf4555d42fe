import { Transform } from 'node:stream';

/** Replaces what answers must not show. */
const replacement = 'sealed';

/** Texts shorter than this occur in answers by chance. */
const shortestSecret = 6;

/** JSON names whose values are tokens at every provider. */
const commonHiddenNames = [
  'access_token',
  'refresh_token',
  'client_secret',
  'appsecret_proof',
  'partner_access_token',
  'partner_refresh_token',
];

/** Between a name of JSON and its text. No provider writes more whitespace. */
const beforeValue = /^\s{0,16}:\s{0,16}"/;
const mostBeforeValue = 34;

/** The most bytes that answers have for one of a secret: four backslashes, percent-encoded twice, and `u0000`. */
const mostPerByte = 4 * '%255c'.length + 'u0000'.length;

const [percent, backslash, quote] = [0x25, 0x5c, 0x22];

/** The values of hexadecimal digits; 16 for other bytes. */
const digits = new Uint8Array(256).fill(16);
for (const [value, digit] of '0123456789abcdef'.split('').entries()) {
  digits[digit.charCodeAt(0)] = value;
  digits[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Bytes that stand for each other: a plus is a space in a form, and JSON may write a line break as `\n`. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [byte, other] of ['+ ', '\nn', '\rr', '\tt', '\bb', '\ff'].map((pair) => [...Buffer.from(pair)]))
  folded[byte ?? 0] = other ?? 0;

/** The number at `at` of so many hexadecimal digits; -1 if there is none. */
function hexAt(bytes: Uint8Array, at: number, length: number): number {
  let number = 0;
  for (let index = at; index < at + length; index += 1) {
    const digit = digits[bytes[index] ?? 0] ?? 16;
    if (digit === 16) return -1;
    number = number * 16 + digit;
  }
  return number;
}

/** Where the digits of a percent-encoded byte begin, at `%41`, `%2541` and so on; -1 if there is none. */
function encodedAt(bytes: Uint8Array, at: number): number {
  let start = at + 1;
  while (bytes[start] === 0x32 && bytes[start + 1] === 0x35 && hexAt(bytes, start + 2, 2) !== -1) start += 2;
  return hexAt(bytes, start, 2) === -1 ? -1 : start;
}

interface PlainBytes {
  readonly bytes: Buffer;
  /** Where each of them begins in what was read, and where that ends. */
  readonly starts: Uint32Array;
}

/**
 * The same bytes for each way in which an answer may write a text: percent-encoded, with escape sequences of JSON, or both, also
 * several times. Backslashes are left out, because each level of JSON doubles them. Takes time in proportion to the length.
 */
function plainBytes(read: Uint8Array): PlainBytes {
  const bytes = Buffer.allocUnsafe(read.length);
  const starts = new Uint32Array(read.length + 1);
  let size = 0;
  // Where the backslashes before the next byte begin.
  let start = 0;
  const add = (byte: number, from: number): void => {
    bytes[size] = folded[byte] ?? 0;
    starts[size] = from;
    size += 1;
  };
  for (let at = 0; at < read.length; ) {
    const found = read[at] ?? 0;
    const encoded = found === percent ? encodedAt(read, at) : -1;
    const byte = encoded === -1 ? found : hexAt(read, encoded, 2);
    let next = encoded === -1 ? at + 1 : encoded + 2;
    const unit = byte === 0x75 && start < at ? hexAt(read, next, 4) : -1;
    if (unit !== -1) next += 4;
    if (byte !== backslash && unit !== backslash) {
      const high = unit >= 0xdc00 && unit <= 0xdfff ? surrogateIn(bytes.subarray(size - 3, size)) : -1;
      if (unit === -1) add(byte, start);
      else if (high === -1) for (const each of unitBytes(unit)) add(each, start);
      else {
        size -= 3;
        const from = starts[size] ?? 0;
        for (const each of Buffer.from(String.fromCharCode(high, unit))) add(each, from);
      }
      start = next;
    }
    at = next;
  }
  starts[size] = start;
  return { bytes: bytes.subarray(0, size), starts };
}

/** A code unit as UTF-8 writes it, half of a pair too. */
const unitBytes = (unit: number): readonly number[] => {
  if (unit < 0x80) return [unit];
  if (unit < 0x800) return [0xc0 | (unit >> 6), 0x80 | (unit & 0x3f)];
  return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
};

/** The first half of a pair of code units that these three bytes are; -1 if they are none. */
function surrogateIn([first = 0, second = 0, third = 0]: Uint8Array): number {
  const unit = ((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
  return first === 0xed && unit >= 0xd800 && unit < 0xdc00 ? unit : -1;
}

const literalBytes = (secret: Buffer): Buffer =>
  Buffer.from(secret.filter((byte) => byte !== backslash).map((byte) => folded[byte] ?? 0));

/** A name as systems write it: `googleSecret` of a proto is also `google_secret`. */
const spellingsOf = (name: string): readonly string[] => {
  const snake = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
  const camel = snake.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [...new Set([name, snake, camel, `${camel[0]?.toUpperCase()}${camel.slice(1)}`])];
};

/** For secrets that have little besides backslashes, and for a per cent sign before what only looks like its digits. */
const formsOf = (secret: string): readonly string[] => {
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    ...new Set([secret, json, ...[secret, json].map((text) => encodeURIComponent(text.toWellFormed()))]),
  ];
};

/** What answers must not show: the credentials of the connection and of the installation. */
export interface Hidden {
  readonly secrets: readonly string[];
  /** JSON names whose values are hidden, besides the common ones. */
  readonly names?: readonly string[];
}

/** Hides secrets in bytes that come in parts. */
export interface Scrubber {
  /** The bytes that are certain not to be the beginning of a secret. */
  push(bytes: Uint8Array): Buffer;
  /** The rest, after the last part. */
  end(): Buffer;
}

interface Found {
  readonly start: number;
  /** Undefined for the value of a hidden name. */
  readonly end: number | undefined;
}

function* placesOf(bytes: Buffer, wanted: Buffer): Generator<number> {
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + 1)) yield at;
}

/** The value of a name that ends at `at`, if it is a text. */
function valueAt(read: Buffer, at: number): Found[] {
  const [colon] = beforeValue.exec(read.toString('latin1', at, at + mostBeforeValue)) ?? [];
  return colon === undefined ? [] : [{ start: at + colon.length, end: undefined }];
}

/** Prepares the search once; a connection then needs a `Scrubber` for each answer. */
export function createScrubbers({ secrets, names = [] }: Hidden): () => Scrubber {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= shortestSecret);
  // Headers, and answers of old systems, have Latin-1.
  const written = known.flatMap((secret) => [
    Buffer.from(secret),
    ...(/[\x80-\xff]/.test(secret) ? [Buffer.from(secret, 'latin1')] : []),
  ]);
  // What looks percent-encoded in a secret may be part of it, and stays so where JSON writes the per cent sign as `\u0025`.
  const plain = written
    .flatMap((secret) => [plainBytes(secret).bytes, literalBytes(secret)])
    .filter(({ length }) => length >= shortestSecret);
  const exact = [...written, ...known.flatMap((secret) => formsOf(secret).map((form) => Buffer.from(form)))];
  const hasSpaces = known.some((secret) => /[+ ]/.test(secret));
  const hiddenNames = [...commonHiddenNames, ...names.flatMap(spellingsOf)];
  const quotedNames = hiddenNames.map((name) => Buffer.from(`"${name}"`));
  const longest = Math.max(
    ...written.map(({ length }) => mostPerByte * length),
    ...hiddenNames.map((name) => name.length + 40),
  );

  const findEncoded = (read: Buffer): Found[] => {
    const { bytes, starts } = plainBytes(read);
    const placeOf = (at: number): number => starts[at] ?? read.length;
    return plain.flatMap((secret) =>
      [...placesOf(bytes, secret)].map((at) => ({ start: placeOf(at), end: placeOf(at + secret.length) })),
    );
  };

  const findIn = (read: Buffer): Found[] => {
    // Without them a secret can stand there only as it is, which is found much faster.
    const mayEncode = hasSpaces || read.includes(percent) || read.includes(backslash);
    return [
      ...(mayEncode ? findEncoded(read) : []),
      ...exact.flatMap((form) =>
        [...placesOf(read, form)].map((start) => ({ start, end: start + form.length })),
      ),
      ...quotedNames.flatMap((name) =>
        [...placesOf(read, name)].flatMap((at) => valueAt(read, at + name.length)),
      ),
    ].toSorted((a, b) => a.start - b.start);
  };

  return () => {
    let held: Buffer[] = [];
    let size = 0;
    /** Inside of a value that is hidden: skips up to its closing quote. */
    let isInside = false;

    const hold = (bytes: Buffer): void => {
      held = [bytes];
      size = bytes.length;
    };

    /** The closing quote of a value; -1 if it is not there yet. */
    const endOfValue = (read: Buffer, start: number): number => {
      for (let index = start; index < read.length; index += 1) {
        if (read[index] === backslash) index += 1;
        else if (read[index] === quote) return index;
      }
      return -1;
    };

    const scrub = (isLast: boolean): Buffer => {
      const [only = Buffer.alloc(0), ...others] = held;
      const read = others.length === 0 ? only : Buffer.concat(held);
      const shown: Buffer[] = [];
      let done = 0;
      /** Skips a hidden value; false where it goes on in the next part. */
      const skipValue = (start: number): boolean => {
        const end = endOfValue(read, start);
        isInside = end === -1;
        if (!isInside) done = end;
        // A backslash at the end escapes a character of the next part.
        else hold(Buffer.from(/(?:^|[^\\])(?:\\\\)*\\$/.test(read.toString('latin1', start)) ? '\\' : ''));
        return !isInside;
      };
      if (isInside && !skipValue(0)) return Buffer.alloc(0);
      // Where fewer bytes are left than the longest secret has, a longer one may begin at the same place.
      const certain = isLast ? read.length : read.length - longest + 1;
      for (const { start, end } of findIn(read)) {
        if (start >= certain && !isLast) break;
        if (start < done) {
          done = Math.max(done, end ?? 0);
          continue;
        }
        shown.push(read.subarray(done, start), Buffer.from(replacement));
        if (end !== undefined) done = end;
        else if (!skipValue(start)) return Buffer.concat(shown);
      }
      const shownTo = Math.max(done, certain);
      hold(read.subarray(shownTo));
      const rest = read.subarray(done, shownTo);
      return shown.length === 0 ? rest : Buffer.concat([...shown, rest]);
    };

    return {
      push(bytes) {
        held.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
        size += bytes.byteLength;
        // Many small parts are read together: each time, what is held back is read again.
        return size < 2 * longest ? Buffer.alloc(0) : scrub(false);
      },
      end: () => scrub(true),
    };
  };
}

/** For a header, each character of which is a byte. */
export function scrubText(scrubber: Scrubber, text: string): string {
  return Buffer.concat([scrubber.push(Buffer.from(text, 'latin1')), scrubber.end()]).toString('latin1');
}

/** For a body. */
export const scrubStream = (scrubber: Scrubber): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, scrubber.push(chunk));
    },
    flush(done) {
      done(null, scrubber.end());
    },
  });
