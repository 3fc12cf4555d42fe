import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Kubernetes } from './kubernetes.ts';

const name = 'client';

interface AgentAnswer {
  readonly id: number;
  readonly failure?: string;
  readonly status: number;
  readonly headers: readonly [string, string][];
  readonly body: string;
}

export interface Tunnel {
  /** On loopback: what is sent there is sent to the Service by a pod. A request without an answer there is a 599 here. */
  addressOf(service: 'gateway' | 'portal'): string;
  stop(): Promise<void>;
}

/** The status of a request that got no answer: no server of ours sends it. */
export const unanswered = 599;

/** A pod that waits for programs, under the rules of the namespace; `agent.ts` is mounted into it. */
async function startPod(kubernetes: Kubernetes, image: string): Promise<void> {
  const agent = await readFile(new URL('agent.ts', import.meta.url), 'utf8');
  const security = {
    runAsNonRoot: true,
    runAsUser: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  };
  await kubernetes.apply(
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { 'agent.ts': agent } },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: {
        automountServiceAccountToken: false,
        terminationGracePeriodSeconds: 1,
        securityContext: security,
        containers: [
          {
            name,
            image,
            imagePullPolicy: 'IfNotPresent',
            command: ['node', '--eval', 'setInterval(() => {}, 1_000_000)'],
            securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
            volumeMounts: [{ name: 'agent', mountPath: '/agent' }],
          },
        ],
        volumes: [{ name: 'agent', configMap: { name } }],
      },
    },
  );
  await kubernetes.kubectl('wait', '--for=condition=Ready', `pod/${name}`, '--timeout=60s');
}

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
  await startPod(kubernetes, image);
  const agent = spawn(
    'kubectl',
    ['--namespace', kubernetes.namespace, 'exec', '--stdin', name, '--', 'node', '/agent/agent.ts'],
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
    gateway: await listen('http://gateway:3000'),
    portal: await listen('http://portal:3005'),
  };
  return {
    addressOf: (service) => `http://127.0.0.1:${(servers[service].address() as AddressInfo).port}`,
    async stop() {
      for (const server of Object.values(servers)) {
        server.closeAllConnections();
        server.close();
      }
      const ended = once(agent, 'close');
      agent.stdin.end();
      await ended;
    },
  };
}
