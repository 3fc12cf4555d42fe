// Express brings these two packages without types: what we use of them.

declare module 'cookie' {
  /** The first value of each cookie in a `Cookie` header, by name. */
  export function parse(
    header: string,
    options?: { readonly decode?: (value: string) => string },
  ): Partial<Record<string, string>>;
  /** `name=value`; throws a `TypeError` where a cookie cannot hold one of them. */
  export function serialize(
    name: string,
    value: string,
    options?: { readonly encode?: (value: string) => string },
  ): string;
}

declare module 'proxy-addr' {
  import type { IncomingMessage } from 'node:http';

  const proxyAddr: {
    /**
     * The peer and the entries of `X-Forwarded-For` from right to left, up to the first one that is not trusted, itself
     * included. The peer of a connection that has ended is undefined.
     */
    all(
      request: Pick<IncomingMessage, 'headers' | 'socket'>,
      trust: (address: string, hop: number) => boolean,
    ): [peer: string | undefined, ...entries: string[]];
  };
  export default proxyAddr;
}
