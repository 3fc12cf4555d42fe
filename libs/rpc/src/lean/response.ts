import type { DescMessage, DescMethodUnary, DescService, MessageShape } from '@bufbuild/protobuf';
import type { UnaryResponse } from '@connectrpc/connect';
import { trailerDemux } from '@connectrpc/connect/protocol-connect';
import { type HeaderList, toHeaders } from './header-list.ts';

/** The response of a unary call. Its `Headers` objects are created when they are first accessed. */
export class LeanResponse<I extends DescMessage, O extends DescMessage> implements UnaryResponse<I, O> {
  readonly stream = false;
  readonly service: DescService;
  readonly method: DescMethodUnary<I, O>;
  readonly message: MessageShape<O>;
  readonly #headers: HeaderList;
  #parts: [Headers, Headers] | undefined;

  constructor(method: DescMethodUnary<I, O>, message: MessageShape<O>, headers: HeaderList) {
    this.service = method.parent;
    this.method = method;
    this.message = message;
    this.#headers = headers;
  }

  get header(): Headers {
    return this.#demux()[0];
  }

  get trailer(): Headers {
    return this.#demux()[1];
  }

  #demux(): [Headers, Headers] {
    this.#parts ??= trailerDemux(toHeaders(this.#headers));
    return this.#parts;
  }
}
