import type { MessageInitShape } from '@bufbuild/protobuf';
import { keyLevelToProto } from '@patchbay/access/proto';
import type {
  KeyRead,
  KeyReadOutcomeSchema,
  ReadService,
} from '@patchbay/contracts/patchbay/organization/v1/read_service';
import { Failure, type FailureCode, invalid } from '@patchbay/errors/failure';
import { failureToProto } from '@patchbay/errors/proto';
import { callOf, type VerifiedCall, valuesFor } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { digestOf } from '@patchbay/tokens/token';
import { type AuthenticatedKey, authenticateKeys } from '../../store/authenticated-keys.ts';
import { presentAuthentication } from '../api-keys/present-authentication.ts';
import type { Dependencies } from '../dependencies.ts';
import { createReads } from './reads.ts';

type Outcome = MessageInitShape<typeof KeyReadOutcomeSchema>;

/** As `ReadRequest` documents. */
const maxReads = 100;

/** Failures that refuse a caller or a request. All others are faults, which fail the call and are logged as such. */
const refusals: ReadonlySet<FailureCode> = new Set(['unauthenticated', 'forbidden', 'not_found', 'invalid']);

/** Authenticates each key, and runs its read with the key as the caller. */
export function read(dependencies: Dependencies): Method<typeof ReadService.method.read> {
  const { db, lastRequests } = dependencies;
  const run = createReads(dependencies);

  const outcomeOf = async (
    { request, levels }: KeyRead,
    key: AuthenticatedKey | Failure,
    call: VerifiedCall,
  ): Promise<Outcome> => {
    if (key instanceof Failure) return { failure: failureToProto(key) };
    lastRequests.note(key.keyId);
    const authentication = presentAuthentication(key);
    if (!levels.includes(keyLevelToProto(key.level))) return { authentication };
    try {
      return { authentication, response: await run(request, valuesFor({ ...call, caller: key })) };
    } catch (thrown) {
      if (!(thrown instanceof Failure && refusals.has(thrown.code))) throw thrown;
      return { authentication, failure: failureToProto(thrown) };
    }
  };

  return async ({ reads }, context) => {
    if (reads.length > maxReads) throw invalid({ path: 'reads', message: `must be ${maxReads} at most` });
    const call = callOf(context);
    const keys = await authenticateKeys(
      db,
      reads.map(({ key, workspaceSlug }) => ({ digest: digestOf(key), workspaceSlug })),
    );
    // `authenticateKeys` returns one for each.
    const outcomes = reads.map((one, index) =>
      outcomeOf(one, keys[index] as AuthenticatedKey | Failure, call),
    );
    return { outcomes: await Promise.all(outcomes) };
  };
}
