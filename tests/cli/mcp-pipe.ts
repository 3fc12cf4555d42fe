import { ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { Pipe, type Surroundings } from './terminal.ts';

/** `patchbay mcp` with pipes that an assistant holds. */
export class McpPipe extends Pipe {
  /** The way of the assistant to the server; it is closed by closing stdin. */
  readonly transport: Transport;

  constructor(words: readonly string[], surroundings: Surroundings) {
    super(words, surroundings);
    const transport: Transport = {
      start: () => Promise.resolve(),
      send: async (message) => void this.stdin.write(serializeMessage(message)),
      close: async () => {
        this.stdin.end();
        await this.ends();
        transport.onclose?.();
      },
    };
    this.transport = transport;
  }

  readonly #received = new ReadBuffer();
  override heard(text: string, stream: 'stdout' | 'stderr'): void {
    super.heard(text, stream);
    if (stream === 'stderr') return;
    this.#received.append(Buffer.from(text));
    try {
      for (let next = this.#received.readMessage(); next; next = this.#received.readMessage())
        this.transport.onmessage?.(next);
    } catch (error) {
      this.transport.onerror?.(error as Error);
    }
  }
}
