import { invalid } from '@patchbay/errors/failure';
import type { Api } from '../connector/use.ts';

/** Where a request goes, and what rules read of it. */
export interface Target {
  readonly url: string;
  /** The decoded path below the base, without a slash at the end. */
  readonly path: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

const refused = (message: string) => invalid({ path: 'path', message });

/**
 * Encoded characters with a meaning in paths: dot, slash, backslash, per cent, NUL, question mark, hash, semicolon. A provider may
 * decode twice, and then see another path than the rules.
 */
const encodedMeaning = /%(?:2e|2f|5c|25|00|3f|23|3b)/i;

function demandPlain(path: string): void {
  if (!/^[\x21-\x7e]*$/.test(path)) throw refused('The path has a character that has to be percent-encoded.');
  if (/[\\#?;]/.test(path))
    throw refused('The path has a backslash, a semicolon, a hash or a question mark.');
  if (path.includes('//')) throw refused('The path has an empty segment.');
  if (encodedMeaning.test(path))
    throw refused(
      'The path has an encoded dot, slash, backslash, percent sign, question mark, hash, semicolon or NUL.',
    );
  // Windows leaves dots and spaces at the end of a name out.
  if (path.split('/').some((segment) => /(?:\.|%20)$/.test(segment)))
    throw refused('The path has a segment that ends with a dot or a space.');
}

function decoded(text: string, refuse: () => Error): string {
  let plain = text;
  try {
    if (text.includes('%')) plain = decodeURIComponent(text);
  } catch {
    throw refuse();
  }
  if (/\p{Cc}/u.test(plain)) throw refuse();
  return plain;
}

const meaningsIn = (text: string): string => text.replaceAll(/[^./\\%?#;:@]/g, '');

const wrongPath = () => refused('The path is not valid percent-encoded UTF-8.');
const wrongQuery = () => invalid({ path: 'query', message: 'The query is not valid percent-encoded UTF-8.' });
/** Some servers read a semicolon as an ampersand, and would see other parameters than the rules. */
const semicolon = () =>
  invalid({
    path: 'query',
    message: 'The query has a semicolon: write it as %3B where it is part of a value.',
  });

const decodedPart = (part: string): string => decoded(part, wrongQuery);

/** A text with spaces where it has pluses: `replaceAll` takes 300 ms for millions of them. */
function withSpaces(text: string): string {
  if (!text.includes('+')) return text;
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0x2b) bytes[at] = 0x20;
  return bytes.toString();
}

/** The parameters of a query, or of a form. */
export const parametersOf = (query: string): Target['parameters'] =>
  withSpaces(query)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      const [name, value] = equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
      return [decodedPart(name), decodedPart(value)] as const;
    });

/**
 * Joins a path, as the caller sent it, to the base of an api. Nothing is encoded or decoded on the way, because providers differ in
 * what they accept; a path that is not sent as it stands is refused.
 */
export function targetOf(
  baseUrl: string,
  sent: string,
  query: string,
  { colonAfterBase }: Pick<Api, 'colonAfterBase'> = {},
): Target {
  if (!/^[\x21-\x7e]*$/.test(query) || query.includes('#')) throw wrongQuery();
  if (query.includes(';')) throw semicolon();
  const path = sent === '' || (colonAfterBase === true && sent.startsWith(':')) ? sent : `/${sent}`;
  demandPlain(path);
  const { href, origin } = new URL(baseUrl);
  const address = `${href.replace(/\/$/, '')}${path}`;
  // A colon behind a base without a path would begin a port, or a password before another host.
  if (path !== '' && !address.startsWith(`${origin}/`)) throw refused('The path leaves the base of the api.');
  // Otherwise the client would send another address than the one that the rules see.
  if (path !== '' && URL.parse(address)?.href !== address)
    throw refused('The path has a character that has to be percent-encoded.');
  const plain = decoded(path, wrongPath);
  // Characters such as the fullwidth full stop, which some servers take for the plain ones.
  if (/[^\x20-\x7e]/.test(plain) && meaningsIn(plain.normalize('NFKC')) !== meaningsIn(plain))
    throw refused(
      'The path has a character that looks like a dot, a slash or another character with a meaning.',
    );
  return {
    url: query === '' ? address : `${address}?${query}`,
    path: plain.replace(/\/$/, ''),
    parameters: parametersOf(query),
  };
}
