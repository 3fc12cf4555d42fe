import { z } from 'zod';

/** Characters, before and after URL encoding: a provider sign-in stores it in a cookie, which may have 4 KiB. */
export const maxLanding = 2048;

/** The address to which the browser goes after a sign-in. */
export const callbackURL = z.string().max(maxLanding).optional().meta({
  format: 'uri',
  description: "Where to land afterwards; on a trusted origin. Default: the Portal's home.",
});
