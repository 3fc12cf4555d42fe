import type { DescMessage } from '@bufbuild/protobuf';
import type { StreamResponse } from '@connectrpc/connect';

/** The same response; what its messages are ended by is thrown as `map` makes it. */
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
