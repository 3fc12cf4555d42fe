import { Failure } from '../failure.ts';
import type { Io } from '../terminal/io.ts';
import { clean } from '../text/clean.ts';
import { rateLimitsOf } from './rate-limits.ts';
import { withoutSecrets } from './without-secrets.ts';

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ETIMEDOUT: 'the host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  ENETUNREACH: 'there is no network',
  EHOSTUNREACH: 'there is no way to the host',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; check the clock of this machine',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not signed by an authority that this machine trusts',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not signed by an authority that this machine trusts',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not signed by an authority that this machine trusts',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate belongs to another name',
};

/** Why a request failed, in words: Node has the reason as the code of a cause, or of the first of several. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[]; message?: string } };
  const code = cause?.code ?? cause?.errors?.[0]?.code;
  return reasons[code ?? ''] ?? code ?? cause?.message ?? String(error);
}

/**
 * `fetch` for the command line. It follows no redirect, because a credential belongs to one host; it says which host could not be
 * reached; with `isDebug` it writes each request and its answer to stderr, without headers and bodies.
 */
export function createFetch(io: Io, host: string, isDebug: boolean): typeof fetch {
  const write = (text: string): void => void io.stderr.write(`${clean(text)}\n`);
  /** The number of failed attempts by method and URL, for requests that may be repeated. */
  const failures = new Map<string, number>();
  return async (input, init) => {
    const line = `${init?.method ?? 'GET'} ${withoutSecrets(input instanceof Request ? input.url : input.toString())}`;
    const attempt = (failures.get(line) ?? 0) + 1;
    if (isDebug) write(`> ${line}${attempt > 1 ? `, attempt ${attempt}` : ''}`);
    const started = performance.now();
    const took = (): string => `${Math.round(performance.now() - started)} ms`;
    try {
      const response = await fetch(input, { redirect: 'manual', ...init });
      const { status, headers } = response;
      if (status === 429 || status === 503) failures.set(line, attempt);
      else failures.delete(line);
      if (isDebug) {
        const limits = rateLimitsOf(headers).map(({ name, left }) => `, ${name} ${left} left`);
        write(`< ${status} in ${took()}, request id ${headers.get('x-request-id')}${limits.join('')}`);
      }
      return response;
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      failures.set(line, attempt);
      const reason = reasonOf(error);
      if (isDebug) write(`< failed after ${took()}: ${reason}`);
      throw new Failure(
        `${host} cannot be reached: ${reason}.`,
        undefined,
        'Check the address (--host) and your network, or run `patchbay doctor`.',
      );
    }
  };
}
