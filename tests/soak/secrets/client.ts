import type { Readable } from './scan.ts';

export interface Recorded<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined where the body is empty. */
  readonly body: Body;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, a string as it is. */
  readonly body?: unknown;
}

export interface RecordingClient {
  send<Body = Record<string, unknown>>(path: string, sent?: Sent): Promise<Recorded<Body>>;
  /** Every answer so far: status, headers and body. */
  answers(): readonly Readable[];
}

/**
 * Values that the contract shows: the connect link to members, the address of the consent page to whoever has the link, and the choice of
 * accounts to whoever has consented.
 */
const shownByContract: readonly (readonly [path: RegExp, value: RegExp])[] = [
  [/^\/v1\/organizations\//, /"connectUrl":"[^"]*"/g],
  [/^\/v1\/connect\/[^/]+\/oauth$/, /"authorizationUrl":"[^"]*"/g],
  [/^\/v1\/connect\/oauth\/callback\?/, /(?<=^location: .*)choice=[^&\n]*/gm],
];

/** A problem names the path of its request, and that of the connect flow has the token. */
const pathOfProblem = /"instance":"[^"]*"/;

/** Sends requests, follows no redirects and keeps every answer without the values that the contract shows. */
export function recordingClient(address: string): RecordingClient {
  const answers: Readable[] = [];
  return {
    answers: () => answers,
    async send<Body>(
      path: string,
      { method = 'GET', headers = {}, body }: Sent = {},
    ): Promise<Recorded<Body>> {
      const response = await fetch(`${address}${path}`, {
        method,
        redirect: 'manual',
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(40_000),
      });
      const text = await response.text();
      const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
      const shown =
        response.status < 400
          ? shownByContract.filter(([where]) => where.test(path)).map(([, value]) => value)
          : [pathOfProblem];
      const kept = shown.reduce((rest, value) => rest.replace(value, ''), `${head}\n\n${text}`);
      // Without the path: that of the connect flow has the token.
      answers.push({ where: `an answer ${response.status} to ${method}`, text: kept });
      return {
        status: response.status,
        headers: response.headers,
        body: (text === '' ? undefined : JSON.parse(text)) as Body,
      };
    },
  };
}
