import { ConnectError, type ServiceImpl } from '@connectrpc/connect';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';

/** An identity service that shows what arrives at a handler and what leaves it. */
export interface TestIdentity {
  readonly implementation: Partial<ServiceImpl<typeof IdentityService>>;
  /** Settles when the signal of a `verifySignInLink` call is aborted. */
  readonly aborted: Promise<unknown>;
}

export function createTestIdentity(): TestIdentity {
  const aborted = Promise.withResolvers<unknown>();
  return {
    aborted: aborted.promise,
    implementation: {
      /** Echoes the tokens and the header `x-question`; answers in `x-answer` and the trailer `x-end`. */
      authenticate({ sessionTokens }, context) {
        context.responseHeader.set('x-answer', `answer to ${context.requestHeader.get('x-question')}`);
        context.responseTrailer.set('x-end', 'the end');
        return {
          authentications: sessionTokens.map((id) => ({
            user: { id, email: 'ada@example.com' },
            session: { id: 's1' },
          })),
        };
      },
      /** Fails with the code that `provider` names by number, with a detail and metadata. */
      signUp({ provider, name }, context) {
        context.responseHeader.set('x-answer', 'header of a failure');
        context.responseTrailer.set('x-end', 'trailer of a failure');
        throw new ConnectError(name, Number(provider), { 'x-reason': 'because' }, [
          { desc: FailureSchema, value: { code: 'conflict', publicText: 'Taken.' } },
        ]);
      },
      /** Never answers, and ignores its signal. */
      verifySignInLink(_request, { signal }) {
        signal.addEventListener('abort', () => aborted.resolve(signal.reason));
        return new Promise(() => {});
      },
      /** Never answers. */
      getUser: () => new Promise(() => {}),
      requestSignInLink: () => ({}),
      /** Throws as a bug does. */
      signOut() {
        throw new TypeError('cannot read properties of undefined');
      },
    },
  };
}
