import { type Failure, invalid } from '@patchbay/errors/failure';
import { carriesDeviceCode } from '@patchbay/text/device-code';
import { Redirect } from '../../answer/answer.ts';
import { maxLanding } from '../../schemas/session.ts';
import type { Services } from '../../services.ts';

type Judging = Pick<Services, 'trustedOrigins' | 'portalUrl'>;

const refused = (message: string): Failure => invalid({ path: 'callbackURL', message });

/** An address that leads on (`callbackURL` in its query) is judged as the one that it ends in, too. */
function refuseUntrusted(landing: string, { trustedOrigins }: Judging): void {
  // Grows while it is read. One that leads to itself is in it once.
  const addresses = new Set([landing]);
  for (const address of addresses) {
    if (trustedOrigins.resolve(address) === undefined) throw refused('must be on a trusted origin');
    for (const next of new URL(address).searchParams.getAll('callbackURL'))
      addresses.add(URL.parse(next, address)?.href ?? next);
  }
}

export function landingOf(requested: string | undefined, services: Judging): string {
  const { trustedOrigins, portalUrl } = services;
  if (requested === undefined) return portalUrl;
  const landing = trustedOrigins.resolve(requested);
  if (landing === undefined) throw refused('must be on a trusted origin');
  if (landing.length > maxLanding) throw refused(`must be at most ${maxLanding} characters long`);
  // Whoever asks for a sign-in need not be the person who signs in.
  if (carriesDeviceCode(landing)) throw refused('must not carry the code of a device');
  refuseUntrusted(landing, services);
  return landing;
}

/** The landing with an `error` parameter; fragment and other parameters are kept. */
export function landingWithError(landing: string, error: string): Redirect {
  const url = new URL(landing);
  // From an earlier attempt whose landing was sent as `callbackURL` again. Only then: `delete` rewrites the whole query.
  if (url.searchParams.has('error')) url.searchParams.delete('error');
  url.search = `${url.search === '' ? '?' : `${url.search}&`}error=${encodeURIComponent(error)}`;
  return new Redirect(url);
}
