import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a host answers, by the end of the path: JSON, of which a number as `status` makes a problem, or what it does with the response itself. */
export type Answers = Readonly<Record<string, unknown>>;

/** A host that is not Patchbay, and says whatever a test wants. */
export interface Host {
  readonly address: string;
  /** Replaces what it answers, and forgets the requests so far. */
  answerWith(answers: Answers): void;
  readonly requests: readonly { readonly line: string; readonly headers: IncomingHttpHeaders }[];
  stop(): void;
}

export async function startHost(first: Answers = {}): Promise<Host> {
  let answers = first;
  let requests: Host['requests'][number][] = [];
  const server = createServer(({ url = '', method, headers }, response) => {
    const path = url.split('?')[0] ?? '';
    requests.push({ line: `${method} ${url}`, headers });
    const [, found = {}] = Object.entries(answers).find(([end]) => path.endsWith(end)) ?? [];
    if (typeof found === 'function') {
      found(response);
      return;
    }
    const { status, 'retry-after': wait } = found as { status?: unknown; 'retry-after'?: string };
    const isProblem = typeof status === 'number';
    response
      .writeHead(isProblem ? status : 200, {
        'content-type': isProblem ? 'application/problem+json' : 'application/json',
        ...(wait !== undefined && { 'retry-after': wait }),
      })
      .end(JSON.stringify(found));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith(next) {
      [answers, requests] = [next, []];
    },
    get requests() {
      return requests;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
