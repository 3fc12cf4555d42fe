import { invalid } from '@patchbay/errors/failure';
import { isLoopbackHost, isPublicAddress, isRefusedLiteral } from '@patchbay/outgoing/address-guard';
import { personText } from '@patchbay/text/person-text';

/** The most characters of an address, and the most bytes. */
export const maxUrl = 2_048;
const text = personText(1, maxUrl);

const path = 'url';
const notPublic = 'must not lead to a private address';

function problemsOf(given: string, allowLoopback: boolean): readonly string[] {
  const problems = text.problemsOf(given);
  if (problems.length > 0) return problems;
  const url = URL.parse(given);
  // The parser also accepts `https:example.com`, and a backslash for a slash: such addresses do not lead where they seem to.
  if (url === null || !/^https?:\/\/[^\s\\]+$/i.test(given))
    return ['must be an address beginning with https://'];
  const isLoopback = allowLoopback && isLoopbackHost(url.hostname);
  return [
    ...(url.protocol === 'https:' || isLoopback
      ? []
      : [`must begin with https://${allowLoopback ? ', or with http:// on loopback' : ''}`]),
    ...(url.username === '' && url.password === '' ? [] : ['must not contain a user name or a password']),
    ...(given.includes('#') ? ['must not contain a fragment'] : []),
    ...(isRefusedLiteral(url.hostname) && !isLoopback ? [notPublic] : []),
    // `href` is ASCII: a percent-encoded address may be longer than the given one.
    ...(Math.max(url.href.length, Buffer.byteLength(given)) <= maxUrl
      ? []
      : [`must have at most ${maxUrl} bytes, counted as a percent-encoded address`]),
  ];
}

/** The address of a webhook, trimmed. Names are checked by `demandPublic`, and again at each attempt. */
export function urlOf(given: string, { allowLoopback }: { readonly allowLoopback: boolean }): string {
  const trimmed = text.normalize(given);
  const problems = problemsOf(trimmed, allowLoopback);
  if (problems.length > 0) throw invalid(...problems.map((message) => ({ path, message })));
  return trimmed;
}

/** Throws `invalid` if one of the addresses to which the name of a webhook resolves is not public. */
export function demandPublic(addresses: readonly string[]): void {
  if (!addresses.every(isPublicAddress)) throw invalid({ path, message: notPublic });
}
