/**
 * Runs inside of the cluster, by `kubectl exec`: sends each request that a line of standard input describes to a Service, and writes
 * its answer as a line. It ends with its input. It repeats nothing, so that a request that fails is seen.
 */
import { createInterface } from 'node:readline';

interface AgentRequest {
  id: number;
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

const answer = async ({ id, url, method, headers, body }: AgentRequest): Promise<object> => {
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    });
    return { id, status: response.status, headers: [...response.headers], body: await response.text() };
  } catch (error) {
    const { message, cause } = error as Error;
    return { id, failure: cause instanceof Error ? `${message}: ${cause.message}` : message };
  }
};

for await (const line of createInterface({ input: process.stdin })) {
  void answer(JSON.parse(line) as AgentRequest).then((result) =>
    process.stdout.write(`${JSON.stringify(result)}\n`),
  );
}
