/**
 * Whether what is sent to this host stays on the machine: `localhost` and names under it, 127.0.0.0/8, `[::1]`. Takes the
 * `hostname` of a URL, in which addresses are normalised: `127.1` is `127.0.0.1`.
 */
export const isLoopback = (hostname: string): boolean =>
  /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
