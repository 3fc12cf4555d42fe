import { Agent, request as send } from 'node:http';

export type HeaderLines = Readonly<Record<string, string | readonly string[]>>;

/** One request as it is sent, byte for byte. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, percent-encoded already. */
  readonly target: string;
  readonly headers: HeaderLines;
  readonly body?: Buffer;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The request as a command for a shell; bytes of the body that are no printable ASCII as escape sequences of `$'…'`. */
export function asCurl(address: string, { method, target, headers, body }: RawRequest): string {
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => `-H ${quoted(`${name}: ${value}`)}`),
  );
  const escaped = [...(body ?? [])]
    .slice(0, 4_096)
    .map((byte) =>
      byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
        ? String.fromCharCode(byte)
        : `\\x${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');
  const data = body === undefined ? [] : [`--data-binary $'${escaped}'`];
  return ['curl -i --path-as-is -X', method, quoted(`${address}${target}`), ...lines, ...data].join(' ');
}

const timeoutMs = 60_000;

/** A client that sends raw requests over kept connections, one after the other. */
export function createSender(address: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: ({ method, target, headers, body }: RawRequest): Promise<RawAnswer> =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(address);
        const sent = send(
          {
            agent,
            hostname,
            port,
            method,
            path: target,
            headers: {
              ...(headers as Record<string, string | string[]>),
              ...(body !== undefined && { 'content-length': body.byteLength }),
            },
            timeout: timeoutMs,
          },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('error', reject);
            response.on('end', () =>
              resolve({
                status: response.statusCode ?? 0,
                headers: Object.fromEntries(
                  Object.entries(response.headers).map(([name, value]) => [name, value?.toString()]),
                ),
                text: Buffer.concat(chunks).toString(),
              }),
            );
          },
        );
        sent.on('timeout', () => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)));
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

export type Sender = ReturnType<typeof createSender>;
