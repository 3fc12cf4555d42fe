import { z } from 'zod';
import { plainUrl } from './variables.ts';

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * The host of an `smtp:` or `smtps:` address as the URL parser writes it for `http:`: in lower case, `127.1` as `127.0.0.1`. For
 * schemes that it does not know, the parser leaves the host as it is. Undefined where there is no host, or none that is valid.
 */
const hostnameOf = ({ hostname }: URL): string | undefined =>
  hostname === '' ? undefined : URL.parse(`http://${hostname}`)?.hostname;

/** The address with its host normalised, or what is wrong with it. */
function normalizeSmtp(address: URL): { readonly href: string } | { readonly problem: string } {
  const hostname = hostnameOf(address);
  if (hostname === undefined) return { problem: 'must name a host' };
  // Also an unencoded slash in a password: `smtp://user:25/x@mail.example` names the host `user`.
  if (address.pathname.replace('/', '') !== '')
    return { problem: 'must be an address without a path; a slash in a password is written as %2F' };
  if (!isDecodable(address.username) || !isDecodable(address.password))
    return { problem: 'must have a % in its user name or password written as %25' };
  const normalized = new URL(address);
  normalized.hostname = hostname;
  return { href: normalized.href };
}

/**
 * A mail server, or the folder that keeps mails instead, as the URL parser writes it. Options in a query are refused, because
 * nothing reads them.
 */
export const mailUrl = (...protocols: ('smtp' | 'smtps' | 'file')[]) =>
  plainUrl(...protocols).transform((value, context) => {
    const address = new URL(value);
    if (address.protocol === 'file:' && address.hostname === '') return address.href;
    const result =
      address.protocol === 'file:'
        ? { problem: 'must name a folder of this machine: file:///…' }
        : normalizeSmtp(address);
    if ('href' in result) return result.href;
    context.addIssue(result.problem);
    return z.NEVER;
  });
