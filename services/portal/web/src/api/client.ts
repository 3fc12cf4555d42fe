import createClient from 'openapi-fetch';
import type { paths } from '../../generated/schema.js';
import { settings } from '../settings.ts';

/**
 * The API as the OpenAPI document describes it. The session travels as a cookie of the API's host, which no script can read; the
 * browser sends it because the two hosts are of one site.
 */
export const api = createClient<paths>({
  baseUrl: settings.apiUrl,
  credentials: 'include',
  referrerPolicy: 'no-referrer',
  headers: settings.traceparent === undefined ? {} : { traceparent: settings.traceparent },
});
