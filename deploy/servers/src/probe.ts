import { connect } from 'node:net';

/**
 * Sends bytes to a port of 127.0.0.1 and resolves with whether the answer is right. Connecting alone is not enough: Docker's
 * proxy accepts connections for a container that does not listen yet.
 */
export function probe(
  port: number,
  question: Uint8Array,
  isRight: (answer: Buffer) => boolean,
  timeoutMs = 1_000,
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(question));
    const end = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(timeoutMs, () => end(false));
    socket.on('data', (answer) => end(isRight(answer)));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
  });
}
