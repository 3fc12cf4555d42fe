import { sealedJson } from '@patchbay/sealing/sealed-value';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { SignUpProof } from '../domain/sign-up-proof.ts';

const sealedProof = sealedJson<SignUpProof>('sign-up');

export const sealProof = (sealer: Sealer, proof: SignUpProof): string => sealedProof.seal(sealer, proof);

/** Undefined where the cookie is missing or was not sealed by `sealProof`: a browser can send any text. */
export function openProof(sealer: Sealer, sealed: string): SignUpProof | undefined {
  try {
    return sealedProof.open(sealer, sealed);
  } catch {
    return undefined;
  }
}
