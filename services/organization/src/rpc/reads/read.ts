import type { MessageInitShape } from '@bufbuild/protobuf';
import type { HandlerContext } from '@connectrpc/connect';
import { keyLevelToProto } from '@patchbay/access/proto';
import type {
  KeyRead,
  KeyReadOutcomeSchema,
  ReadService,
} from '@patchbay/contracts/patchbay/organization/v1/read_service';
import { Failure, invalid, toFailure } from '@patchbay/errors/failure';
import { failureToProto } from '@patchbay/errors/proto';
import { callOf, setRequestIds, valuesFor } from '@patchbay/rpc/caller';
import { logFault } from '@patchbay/rpc/fault-line';
import type { Method } from '@patchbay/rpc/method';
import { digestOf } from '@patchbay/tokens/token';
import { type AuthenticatedKey, authenticateKeys } from '../../store/authenticated-keys.ts';
import { presentAuthentication } from '../api-keys/present-authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import { createReads } from './reads.ts';

type Outcome = MessageInitShape<typeof KeyReadOutcomeSchema>;

/** As `ReadRequest` documents. */
const maxReads = 100;

/** Authenticates each key, and runs its read with the key as the caller. */
export function read(dependencies: Dependencies): Method<typeof ReadService.method.read> {
  const { db, lastRequests, logger } = dependencies;
  const run = createReads(dependencies);

  const outcomeOf = async (
    { request, levels, requestId }: KeyRead,
    key: AuthenticatedKey | Failure,
    context: HandlerContext,
  ): Promise<Outcome> => {
    if (key instanceof Failure) return { failure: failureToProto(key) };
    lastRequests.note(key.keyId);
    const authentication = presentAuthentication(key);
    if (!levels.includes(keyLevelToProto(key.level))) return { authentication };
    const asKey = valuesFor({ ...callOf(context), caller: key, requestId });
    try {
      return { authentication, response: await run(request, asKey) };
    } catch (thrown) {
      // The call has ended, by its deadline or its caller, and with it all reads.
      if (context.signal.aborted) throw thrown;
      const failure = toFailure(thrown);
      logFault(logger, { method: context.method, ...asKey }, failure);
      return { authentication, failure: failureToProto(failure) };
    }
  };

  return async ({ reads }, context) => {
    if (reads.length > maxReads) throw invalid({ path: 'reads', message: `must be ${maxReads} at most` });
    setRequestIds(
      context,
      reads.map(({ requestId }) => requestId),
    );
    const keys = await authenticateKeys(
      db,
      reads.map(({ key, workspaceSlug }) => ({ digest: digestOf(key), workspaceSlug })),
    );
    // `authenticateKeys` returns one for each.
    const outcomes = reads.map((one, index) =>
      outcomeOf(one, keys[index] as AuthenticatedKey | Failure, context),
    );
    return { outcomes: await Promise.all(outcomes) };
  };
}
