import type { DescMessage } from '@bufbuild/protobuf';
import type { StreamResponse } from '@connectrpc/connect';

/** The same response; an error that ends its messages is replaced by what `map` returns for it. */
export function mapStreamErrors<I extends DescMessage, O extends DescMessage>(
  response: StreamResponse<I, O>,
  map: (thrown: unknown) => Error,
): StreamResponse<I, O> {
  return {
    ...response,
    message: {
      [Symbol.asyncIterator]() {
        const messages = response.message[Symbol.asyncIterator]();
        return {
          next: () =>
            messages.next().catch((thrown: unknown) => {
              throw map(thrown);
            }),
          return: async () => (await messages.return?.()) ?? { done: true, value: undefined },
        };
      },
    },
  };
}
