import { isIP } from 'node:net';

/** Of hosts without dots and of addresses the whole: neither has a parent domain that another host could share. */
const siteOf = ({ hostname }: URL): string =>
  isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname.split('.').slice(-2).join('.') : hostname;

/**
 * Whether browsers may count two addresses as one site, which decides whether a page of one sends the `SameSite` cookies of the other.
 * A site is a registrable domain: at least the last two labels of a name. Where it is more (`example.co.uk`), only the list of public
 * suffixes knows, so that true is no promise and false is.
 */
export const canBeOneSite = (first: string, second: string): boolean => {
  const [one, other] = [new URL(first), new URL(second)];
  return one.protocol === other.protocol && siteOf(one) === siteOf(other);
};

/** For `readConfig` of a process that serves the pages. Addresses on http are tried out on one machine: nothing is said of them. */
export function sameSiteProblems(values: Readonly<Record<string, string | undefined>>): string[] {
  const { PUBLIC_URL: api = '', PORTAL_URL: portal = '' } = values;
  const addresses = [api, portal].map((text) => URL.parse(text));
  if (addresses.some((address) => address?.protocol !== 'https:') || canBeOneSite(api, portal)) return [];
  return [
    'PORTAL_URL and PUBLIC_URL must be of one site, such as portal.acme.example and api.acme.example: browsers send the session to no other',
  ];
}
