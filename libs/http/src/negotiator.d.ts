declare module 'negotiator' {
  import type { IncomingMessage } from 'node:http';

  export default class Negotiator {
    constructor(request: Pick<IncomingMessage, 'headers'>);
    /** Of the available codings the one that `Accept-Encoding` gives the highest weight, among equal ones the first of `preferred`. */
    encoding<Coding extends string>(
      available: readonly Coding[],
      options?: { readonly preferred?: readonly Coding[] },
    ): Coding | undefined;
  }
}
