import type { CallToolResult } from '@modelcontextprotocol/server';
import { linesOf } from '../failure.ts';
import { hideSecrets } from './hide-secrets.ts';

/** Maximum bytes of an answer for an assistant. */
export const mostBytes = 100_000;

/** Cuts a text at a character boundary. */
function beginningOf(text: string): string {
  const bytes = Buffer.from(text);
  return bytes.byteLength <= mostBytes
    ? text
    : bytes
        .subarray(0, mostBytes)
        .toString()
        .replace(/\uFFFD$/, '');
}

/** A text without secrets, cut where it is too long, and notes in a block of their own, so that JSON stays JSON. */
export function resultOf(text: string, notes: readonly string[], isError = false): CallToolResult {
  const safe = hideSecrets(text);
  const shown = beginningOf(safe);
  const cut =
    shown === safe
      ? []
      : [
          `The answer was cut after ${mostBytes / 1000} kB. Ask for less: a lower limit, a filter, fewer fields or a single object.`,
        ];
  return {
    content: [shown, [...cut, ...notes].join('\n')]
      .filter((block) => block !== '')
      .map((block) => ({ type: 'text', text: block })),
    ...(isError && { isError }),
  };
}

export const requestNote = (requestId: string | null | undefined): string[] =>
  requestId ? [`Request id: ${requestId}`] : [];

/** An error for an assistant: the problem, the invalid fields, when to retry, and the request id. */
export const failedResult = (error: unknown): CallToolResult => resultOf(linesOf(error).join('\n'), [], true);
