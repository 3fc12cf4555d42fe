import { usageFailure } from '../failure.ts';

const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

export const isLoopback = (host: string): boolean => loopback.test(new URL(host).hostname);

/** An address as it is kept and compared: with a scheme, without a slash at the end. Without a scheme it is https, on this machine http. */
export function hostOf(given: string): string {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(given)
    ? given
    : `${/^(localhost|127\.|\[::1\])/.test(given) ? 'http' : 'https'}://${given}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw usageFailure(
      'The address of the API is not valid.',
      'Give it as https://patchbay.example, without a user name, a query or a fragment.',
    );
  return url.href.replace(/\/+$/, '');
}
