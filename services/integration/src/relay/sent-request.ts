import type { Api } from '../connector/use.ts';
import type { RelayRequest } from './rules.ts';

export interface SentRequest extends Pick<RelayRequest, 'method' | 'headers' | 'body'> {
  readonly url: string;
}

/** A relayed request in the form that the api demands. What authorizes it is not in it yet. */
export function sentRequest(
  { endsWithSlash, longestQuery = Number.POSITIVE_INFINITY }: Api,
  { method, target, headers, body }: RelayRequest,
): SentRequest {
  const [, address = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target.url) ?? [];
  const url = endsWithSlash === true && !address.endsWith('/') ? `${address}/` : address;
  if (method !== 'GET' || body.byteLength > 0 || query.length <= longestQuery)
    return { method, url: query === '' ? url : `${url}?${query}`, headers, body };
  return {
    method: 'POST',
    url,
    headers: {
      ...headers,
      'content-type': 'application/x-www-form-urlencoded',
      'x-http-method-override': 'GET',
    },
    body: Buffer.from(query),
  };
}
