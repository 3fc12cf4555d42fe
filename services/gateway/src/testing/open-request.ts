import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { onTestFinished } from 'vitest';
import { bearer } from './gateway.ts';

/** A request on a connection of its own, which the test can close or not read from. */
export function openRequest(
  port: number,
  path: string,
  method = 'GET',
  body?: string,
  more: Readonly<Record<string, string>> = {},
): ClientRequest {
  const headers = {
    ...bearer,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...more,
  };
  const opened = request({ port, path, method, headers, agent: false });
  opened.on('error', () => {});
  onTestFinished(() => void opened.destroy());
  opened.end(body);
  return opened;
}

/** Resolves when the headers of the answer have arrived; the body is not read yet. */
export const headOf = async (opened: ClientRequest): Promise<IncomingMessage> => {
  const [response] = (await once(opened, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  return response;
};
