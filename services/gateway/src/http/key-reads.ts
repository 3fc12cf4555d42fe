import { create } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import { keyLevelToProto } from '@patchbay/access/proto';
import {
  type KeyRead,
  type KeyReadOutcome,
  KeyReadSchema,
  type ReadService,
} from '@patchbay/contracts/patchbay/organization/v1/read_service';
import { internal } from '@patchbay/errors/failure';
import { failureFromProto } from '@patchbay/errors/proto';
import { isWellFormedApiKey, prefixOf } from '@patchbay/tokens/api-key';
import { lookupsOf } from '../lookups.ts';
import { limitsOf } from '../operation/limits.ts';
import type { Operation } from '../operation/operation.ts';
import type { PresentedKey } from '../operation/presented-key.ts';
import type { Services } from '../operation/services.ts';
import { createTurnBatch } from '../turn-batch.ts';
import type { Authenticator } from './authenticate.ts';
import type { Exchange } from './exchange.ts';
import type { Limiter } from './limits.ts';
import { validate } from './validate.ts';

/** Reads in one call; organization refuses more. */
const maxReads = 100;

/**
 * Ids of the operations that are one read of `ReadService`, which has a field of that name for each: what they read is in the row of
 * the key.
 */
const readsOfKeys: ReadonlySet<string> = new Set(
  KeyReadSchema.fields.flatMap(({ oneof, localName }) => (oneof === undefined ? [] : [localName])),
);

/** Sends reads to organization, those that run together (`turn-batch.ts`) in one call. */
const createSend = (reads: Client<typeof ReadService>) =>
  createTurnBatch(
    lookupsOf('api_key'),
    maxReads,
    async (all: readonly KeyRead[]): Promise<readonly KeyReadOutcome[]> => {
      // Without the options of the exchange, hence with the gateway's own token: the caller is not known yet.
      const { outcomes } = await reads.read({ reads: [...all] });
      if (outcomes.length !== all.length)
        throw internal(`organization answered ${outcomes.length} of ${all.length} reads`);
      return outcomes;
    },
  );

const failureIn = ({ failure }: KeyReadOutcome) =>
  failure &&
  (failureFromProto(failure, `organization: ${failure.publicText || failure.code}`) ??
    internal('an unknown failure'));

/**
 * For reads with an API key that the row of the key answers: the call that authenticates the key reads too, instead of one call for
 * each. Refusals have the order of all operations: the key, its level, the limit of the caller, the request, the access. The
 * access is checked before the limit is counted, but nothing of the read is told until the request has been counted. A read that
 * takes more than the row must not be added: `requestPerCaller` would not bound it.
 */
export function createKeyReads(services: Services, limiter: Limiter, authenticator: Authenticator) {
  const send = createSend(services.reads);

  const present = (exchange: Exchange, operation: Operation, key: string): PresentedKey => ({
    async read(request) {
      const { workspaceSlug } = exchange.params;
      const read = create(KeyReadSchema, {
        key,
        levels: operation.keyLevels?.map(keyLevelToProto) ?? [],
        workspaceSlug: typeof workspaceSlug === 'string' ? workspaceSlug : '',
        request,
        requestId: exchange.requestId,
      });
      const { authentication, outcome } = await authenticator.lookUp(exchange, async () => {
        const sent = await send(read);
        if (sent.authentication === undefined) throw failureIn(sent) ?? internal('a key without an answer');
        return { authentication: sent.authentication, outcome: sent };
      });
      authenticator.acceptKey(exchange, operation, authentication);
      await limiter.countCaller(exchange);
      const failure = failureIn(outcome);
      if (failure !== undefined) throw failure;
      return outcome.response;
    },
  });

  return {
    /** The key of a request whose handler can present it; undefined for all others. */
    keyOf({ request: { headers } }: Exchange, operation: Operation): string | undefined {
      const key = headers['x-api-key'];
      if (typeof key !== 'string' || !readsOfKeys.has(operation.id) || !isWellFormedApiKey(key))
        return undefined;
      // The stages of other limits are left out here, because no read has any.
      if (limitsOf(operation).length > 0) return undefined;
      // Validation reads a body of unknown length: not before the key is known.
      return headers['transfer-encoding'] === undefined ? key : undefined;
    },
    /** The result of the handler. */
    async handle(exchange: Exchange, operation: Operation, key: string): Promise<unknown> {
      try {
        await validate(exchange, operation);
      } catch (thrown) {
        // An invalid request reads nothing: the key is refused first where it must be, and the request is counted.
        await authenticator.authenticate(exchange, operation);
        await limiter.countCaller(exchange);
        throw thrown;
      }
      exchange.keyPrefix = prefixOf(key);
      exchange.presentedKey = present(exchange, operation, key);
      const result = await operation.handle(exchange, services);
      // A handler that makes no call with `callOptions` would answer anybody.
      if (exchange.caller === undefined) throw internal('a key was not presented');
      return result;
    },
  };
}
