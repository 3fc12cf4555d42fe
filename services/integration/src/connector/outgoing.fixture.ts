import { type Outgoing, OutgoingError } from '@patchbay/outgoing/outgoing';
import { request } from 'undici';

/** Requests without a guard: for simulators on loopback. */
export const unguarded: Outgoing = {
  async send({ method, url, headers = {}, body, signal }) {
    const answer = await request(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    }).catch(() => {
      throw new OutgoingError('unreachable', new URL(url).host);
    });
    const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(named) as Record<string, string>,
      text: await answer.body.text(),
    };
  },
};
