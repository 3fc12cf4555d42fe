import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RpcTls } from '../tls.ts';

/** The port of a server in a process of its own: for tests in which it may hang, or which need flags of Node. */
export interface PortProcess {
  readonly port: () => number;
  readonly kill: () => void;
}

/** Its answer to each request is `answered by` and the path. `flags` are those of Node. */
export async function startPortProcess(tls: RpcTls = {}, flags: string[] = []): Promise<PortProcess> {
  const program = `
    import { createLogger } from '@patchbay/telemetry/logger';
    import { CallConnections } from '../lean/http1/call-connections.ts';
    import { createRpcPort } from './port.ts';
    import { defaultLimits } from './limits.ts';
    const limits = { ...defaultLimits, stalledMs: undefined };
    const answer = (request, response) => response.end('answered by ' + request.url);
    const port = createRpcPort({
      tls: ${JSON.stringify(tls)},
      limits,
      calls: new CallConnections({ methods: new Map(), limits }),
      onHttp1: answer,
      onHttp2: answer,
      logger: createLogger({ service: 'test', level: 'silent' }),
    });
    await port.listen(0, '127.0.0.1');
    process.send(port.number());`;
  const child = spawn(
    process.execPath,
    [...flags, '--conditions=patchbay-source', '--input-type=module', '-e', program],
    {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const [port] = (await once(child, 'message')) as [number];
  return { port: () => port, kill: () => void child.kill('SIGKILL') };
}
