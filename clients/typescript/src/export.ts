import { ConnectionFailed } from './errors.ts';
import type { Schemas } from './operation.ts';

/** An export of an audit trail: entry by entry, or as the lines that `verifyExport` checks. */
export interface AuditExport extends AsyncIterable<Schemas['AuditLog']> {
  lines(): AsyncGenerator<string, void, void>;
}

export function auditExport(open: () => Promise<Response>, signal: AbortSignal | undefined): AuditExport {
  async function* lines(): AsyncGenerator<string, void, void> {
    const reader = (await open()).body?.getReader();
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    let rest = '';
    try {
      for (let isDone = false; !isDone; ) {
        const chunk = await reader?.read().catch((cause: unknown) => {
          signal?.throwIfAborted();
          throw new ConnectionFailed('The export broke off: lines are missing.', undefined, undefined, {
            cause,
          });
        });
        isDone = chunk?.done ?? true;
        const parts = (rest + decoder.decode(chunk?.value, { stream: !isDone })).split('\n');
        rest = parts.pop() ?? '';
        yield* parts;
      }
    } finally {
      // Ends the request where the consumer has stopped; a stream that has failed rejects.
      await reader?.cancel().catch(() => undefined);
    }
    if (rest !== '') throw new ConnectionFailed('The export broke off in the middle of a line.');
  }

  return {
    lines,
    async *[Symbol.asyncIterator]() {
      for await (const line of lines()) yield JSON.parse(line) as Schemas['AuditLog'];
    },
  };
}
