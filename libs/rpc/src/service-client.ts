import type { DescService } from '@bufbuild/protobuf';
import type { Client, Transport } from '@connectrpc/connect';
import { fromConnectError } from '@patchbay/errors/connect';
import type { ServiceName } from '@patchbay/platform/services';
import { createCancelableClient } from './cancelable-client.ts';

/** The client of another service's contract: throws `Failure`, and a reader who stops reading a stream ends the call. */
export const createServiceClient = <S extends DescService>(
  service: S,
  owner: ServiceName,
  transport: Transport,
): Client<S> => createCancelableClient(service, transport, (thrown) => fromConnectError(thrown, owner));
