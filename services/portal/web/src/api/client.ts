import { Patchbay } from '@patchbay/client';
import { settings } from '../settings.ts';

/**
 * The API. The session travels as a cookie of the API's host, which no script can read; the browser sends it because the two hosts are
 * of one site. Nothing is sent again by itself: somebody is waiting, and the pages say what failed and offer to try again.
 */
export const api = new Patchbay({
  baseUrl: settings.apiUrl,
  credentials: 'include',
  headers: settings.traceparent === undefined ? {} : { traceparent: settings.traceparent },
  retries: 0,
  fetch: (url, init) => fetch(url, { ...init, referrerPolicy: 'no-referrer' }),
});
