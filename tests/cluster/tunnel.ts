import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Kubernetes } from './kubernetes.ts';
import { startNodePod } from './pods/node-pod.ts';

/** The pod that sends the requests: what lets clients in names it. */
export const clientPod = 'client';

/** Services that are reached through the tunnel. */
const targets = {
  gateway: 'http://gateway:3000',
  portal: 'http://portal:3005',
  receiver: 'http://receiver:8080',
};
type Target = keyof typeof targets;

interface AgentAnswer {
  readonly id: number;
  readonly failure?: string;
  readonly status: number;
  readonly headers: readonly [string, string][];
  readonly body: string;
}

export interface Tunnel {
  /** On loopback: what is sent there is sent to the Service by a pod. A request without an answer there is a 599 here. */
  addressOf(service: Target): string;
  stop(): Promise<void>;
}

/** The status of a request that got no answer: no server of ours sends it. */
export const unanswered = 599;

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? undefined : Buffer.concat(chunks).toString();
}

/** Headers of one connection, which the agent's own replace. */
const hopHeaders = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'accept-encoding',
]);

/**
 * Reaches the Services of a cluster as a pod of it does, from programs that know an address alone: a server on loopback passes
 * each request to an agent in a pod.
 */
export async function openTunnel(kubernetes: Kubernetes, image: string): Promise<Tunnel> {
  await startNodePod(kubernetes, { name: clientPod, image, file: 'agent.ts' });
  const agent = spawn(
    'kubectl',
    ['--namespace', kubernetes.namespace, 'exec', '--stdin', clientPod, '--', 'node', '/program/agent.ts'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const waiting = new Map<number, (answer: AgentAnswer) => void>();
  let last = 0;
  createInterface({ input: agent.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as AgentAnswer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const pass = async (target: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    last += 1;
    const id = last;
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([header]) => !hopHeaders.has(header)),
    );
    const answered = new Promise<AgentAnswer>((resolve) => waiting.set(id, resolve));
    const body = await bodyOf(request);
    agent.stdin.write(
      `${JSON.stringify({ id, url: `${target}${request.url}`, method: request.method, headers, body })}\n`,
    );
    const answer = await answered;
    if (answer.failure !== undefined) {
      response.writeHead(unanswered, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ failure: answer.failure }));
      return;
    }
    response.writeHead(answer.status, answer.headers.filter(([header]) => !hopHeaders.has(header)).flat());
    response.end(answer.body);
  };
  const listen = async (target: string) => {
    const server = createServer((request, response) => void pass(target, request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  const servers = {
    gateway: await listen(targets.gateway),
    portal: await listen(targets.portal),
    receiver: await listen(targets.receiver),
  };
  return {
    addressOf: (service) => `http://127.0.0.1:${(servers[service].address() as AddressInfo).port}`,
    async stop() {
      for (const server of Object.values(servers)) {
        server.closeAllConnections();
        server.close();
      }
      const ended = once(agent, 'close');
      // Its pod goes with the namespace.
      agent.kill();
      await ended;
    },
  };
}
