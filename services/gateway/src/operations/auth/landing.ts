import { invalid } from '@patchbay/errors/failure';
import { z } from 'zod';
import { Redirect } from '../../operation/redirect.ts';
import type { Services } from '../../operation/services.ts';

/** Characters, also once it is encoded: a provider sign-in keeps it in a cookie, of which browsers keep 4 KiB. */
const maxLanding = 2048;

/** Where a sign-in lands. */
export const callbackURL = z.string().max(maxLanding).optional().meta({
  format: 'uri',
  description: "Where to land afterwards; on a trusted origin. Default: the Portal's home.",
});

export function landingOf(
  asked: string | undefined,
  { trustedOrigins, portalUrl }: Pick<Services, 'trustedOrigins' | 'portalUrl'>,
): string {
  if (asked === undefined) return portalUrl;
  const landing = trustedOrigins.resolve(asked);
  if (landing === undefined) throw invalid({ path: 'callbackURL', message: 'must be on a trusted origin' });
  if (landing.length > maxLanding) {
    throw invalid({ path: 'callbackURL', message: `must be at most ${maxLanding} characters long` });
  }
  return landing;
}

/** The same place, told what went wrong: the rest of its query and its fragment stay as they are. */
export function landingWithError(landing: string, error: string): Redirect {
  const url = new URL(landing);
  // One of an attempt before, where the landing is a page that was itself landed on.
  if (url.searchParams.has('error')) url.searchParams.delete('error');
  url.search = `${url.search === '' ? '?' : `${url.search}&`}error=${encodeURIComponent(error)}`;
  return new Redirect(url);
}
