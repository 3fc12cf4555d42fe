/**
 * Runs inside of the cluster: the receiver of a webhook. It takes deliveries by https, and shows by http what has arrived, from a number
 * on, at most `page` at once.
 */
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';

const page = 500;
const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];

const certificate = { cert: readFileSync('/secret/tls.crt'), key: readFileSync('/secret/tls.key') };
createHttpsServer(certificate, (request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => {
    body += part;
  });
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    response.writeHead(204).end();
  });
}).listen(8443);

createHttpServer((request, response) => {
  const from = Number(new URL(request.url ?? '/', 'http://receiver').searchParams.get('from'));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(received.slice(from, from + page)));
}).listen(8080);
