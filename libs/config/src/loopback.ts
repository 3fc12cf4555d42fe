/**
 * Whether what is sent to this host stays on the machine: `localhost` and names under it, 127.0.0.0/8, `[::1]`. Takes the
 * `hostname` of an http(s) URL, in which addresses are normalised: `127.1` is `127.0.0.1`.
 */
export const isLoopback = (hostname: string): boolean =>
  /^((.+\.)?localhost|127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}|\[::1\])$/i.test(hostname);
