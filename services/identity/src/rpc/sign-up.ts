import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { onBehalfOf } from '@patchbay/rpc/client';
import type { Method } from '@patchbay/rpc/method';
import { sealedJson } from '@patchbay/sealing/sealed-value';
import { signUpRules } from '@patchbay/text/rules';
import { readTexts } from '@patchbay/text/text-rule';
import { proofSeconds, proveSignUp, type SignUpProof } from '../domain/sign-up-proof.ts';
import { deleteReplacedLink, turnOfAddress } from '../store/sign-in-links.ts';
import type { Dependencies } from './dependencies.ts';
import { mailSignInLink } from './mail-sign-in-link.ts';

export const { seal: sealProof, tryOpen: openProof } = sealedJson<SignUpProof>('sign-up');

/**
 * Organization parks or refuses the sign-up. Anybody can type somebody's address, so it counts only for whoever shows that it was
 * theirs: by the link that is mailed for it, or at the provider in the browser that keeps the proof. What is done is the same for
 * known and unknown addresses.
 */
export const signUp =
  (dependencies: Dependencies): Method<typeof IdentityService.method.signUp> =>
  async (request, context) => {
    const { provider } = request;
    const parked = readTexts(signUpRules, request);
    const { signUpId } = await dependencies.organization.parkSignUp(parked, onBehalfOf(context));
    const { email, organizationName, organizationSlug } = parked;
    const acknowledged = { email, organizationSlug, provider };
    if (provider === 'magic-link') {
      await mailSignInLink(dependencies, {
        email,
        callbackUrl: dependencies.portalUrl,
        signUp: { id: signUpId, organizationName },
      });
      return acknowledged;
    }
    await dependencies.transact({ name: 'delete replaced link', turn: turnOfAddress(email) }, (tx) =>
      deleteReplacedLink(tx, email, signUpId),
    );
    const proof = proveSignUp({ signUpId, email }, dependencies.db.now());
    return {
      ...acknowledged,
      signUpProof: sealProof(dependencies.sealer, proof),
      signUpProofSeconds: proofSeconds,
    };
  };
