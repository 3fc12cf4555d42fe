import { invalid } from '@patchbay/errors/failure';
import { Redirect } from '../../answer/answer.ts';
import { maxLanding } from '../../schemas/session.ts';
import type { Services } from '../../services.ts';

export function landingOf(
  requested: string | undefined,
  { trustedOrigins, portalUrl }: Pick<Services, 'trustedOrigins' | 'portalUrl'>,
): string {
  if (requested === undefined) return portalUrl;
  const landing = trustedOrigins.resolve(requested);
  if (landing === undefined) throw invalid({ path: 'callbackURL', message: 'must be on a trusted origin' });
  if (landing.length > maxLanding) {
    throw invalid({ path: 'callbackURL', message: `must be at most ${maxLanding} characters long` });
  }
  // Whoever asks for a sign-in need not be the person who signs in, and must not lead that person to a device of theirs.
  if (new URL(landing).searchParams.has('user_code')) {
    throw invalid({ path: 'callbackURL', message: 'must not carry the code of a device' });
  }
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
