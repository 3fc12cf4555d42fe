import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import type { CallOptions, HandlerContext } from '@connectrpc/connect';
import {
  type AuthenticateApiKeyResponse,
  AuthenticateApiKeyResponseSchema,
} from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { answerHeadersKey, callAs } from './caller/call-options.ts';
import type { CallerContext } from './caller/caller.ts';
import { headerIn, readKeyHeader } from './headers.ts';

/**
 * For a call whose caller is an `UnreadKey`. `onRead` gets who the key is before the call settles, also where it fails; not where the
 * key does not work.
 */
export function callAsUnreadKey(
  context: CallerContext,
  onRead: (authentication: AuthenticateApiKeyResponse) => void,
): CallOptions {
  const options = callAs(context);
  options.contextValues?.set(answerHeadersKey, (headers) => {
    const text = headerIn(headers, readKeyHeader);
    if (text !== undefined)
      onRead(fromBinary(AuthenticateApiKeyResponseSchema, Buffer.from(text, 'base64url')));
  });
  return options;
}

/** Answers who the `UnreadKey` of a call is. To be called as soon as it is known: the answer tells it also where the call then fails. */
export function setReadKey(
  context: HandlerContext,
  authentication: MessageInitShape<typeof AuthenticateApiKeyResponseSchema>,
): void {
  const message = create(AuthenticateApiKeyResponseSchema, authentication);
  const text = Buffer.from(toBinary(AuthenticateApiKeyResponseSchema, message)).toString('base64url');
  context.responseHeader.set(readKeyHeader, text);
}
