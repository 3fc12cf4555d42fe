/**
 * `ndjson`: the answer is streamed, one JSON document per line. `relay`: the request goes to a provider, and the answer is the
 * provider's, streamed. Path, query and body of such a request are not parsed, and `handle` gets the body as bytes. Undefined: the
 * answer is one JSON document.
 */
export type Streaming = 'ndjson' | 'relay' | undefined;

/** Whether requests are passed on to a provider. */
export const isRelay = ({ answer }: { readonly answer: { readonly stream?: Streaming } }): boolean =>
  answer.stream === 'relay';
