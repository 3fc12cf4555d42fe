import type { Api } from '../connector/use.ts';
import { beginsAsJson } from './body-text.ts';
import { forbidden } from './rules.ts';
import { type Scrubber, scrubText } from './scrub.ts';

/** Headers of answers that callers get from every provider. */
const returned = [
  'content-type',
  'content-disposition',
  'content-language',
  'etag',
  'last-modified',
  'link',
  'location',
  'operation-location',
  'retry-after',
];

/** Headers that callers may send to every provider. */
const sent = ['accept', 'accept-language', 'content-type', 'if-match', 'if-none-match', 'prefer'];

/**
 * Refuses a header by which a caller with a grant for some accounts would name another one. `defaults` has what Patchbay sends without it.
 */
export function demandPinned(
  { pinnedHeaders = [] }: Pick<Api, 'pinnedHeaders'>,
  headers: Readonly<Record<string, string>>,
  defaults: Readonly<Record<string, string>>,
  granted: readonly string[] | null,
): void {
  if (granted === null) return;
  for (const name of pinnedHeaders) {
    const value = headers[name];
    if (value !== undefined && value !== defaults[name] && !granted.includes(value))
      throw forbidden(
        `The grant does not include ${value.slice(0, 100)}: leave the header ${name} to Patchbay.`,
      );
  }
}

/** The headers of a caller that are sent. JSON without a type is sent as JSON, because rules have read it so. */
export const sentHeaders = (
  headers: Readonly<Record<string, string>>,
  more: readonly string[] = [],
  body: Uint8Array = Buffer.alloc(0),
): Record<string, string> =>
  Object.fromEntries(
    [...sent, ...more].flatMap((name) => {
      const value = headers[name];
      if (value !== undefined) return [[name, value]];
      return name === 'content-type' && beginsAsJson(body) ? [[name, 'application/json']] : [];
    }),
  );

/** Relative where an address points into the api, so that a caller can send it on; secrets are hidden in any case. */
function withoutBase(address: string, baseUrl: string): string {
  return address === baseUrl || address.startsWith(`${baseUrl}/`)
    ? address.slice(baseUrl.length + 1)
    : address;
}

/** The headers of an answer that its caller gets. */
export function returnedHeaders(
  headers: Readonly<Record<string, string>>,
  more: readonly string[],
  baseUrl: string,
  scrubber: () => Scrubber,
): Record<string, string> {
  return Object.fromEntries(
    [...returned, ...more].flatMap((name) => {
      const value = headers[name];
      // A line break cannot come from a parsed header; other control characters could change what a terminal or a log shows.
      if (value === undefined || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return [];
      const isAddress = name === 'location' || name === 'operation-location';
      return [[name, scrubText(scrubber(), isAddress ? withoutBase(value, baseUrl) : value)]];
    }),
  );
}
