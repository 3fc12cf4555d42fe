import { sealedJson } from '@patchbay/sealing/sealed-value';
import type { Sealer } from '@patchbay/sealing/sealer';

/** What comes back from the provider's consent page with the browser. Nothing of it is stored before it is used. */
export interface ConsentState {
  /** Each state works once, by this id. */
  readonly id: string;
  readonly integrationId: string;
  readonly linkId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** For a provider that takes PKCE. */
  readonly codeVerifier?: string;
}

/** Milliseconds that a person has at the consent page. */
export const stateMs = 600_000;

/** Longer than any state: a longer text is not decrypted. */
const maxLength = 2_048;

const sealedState = sealedJson<ConsentState>('consent state');

export const sealState = (sealer: Sealer, state: ConsentState): string => sealedState.seal(sealer, state);

/** Undefined where the text was not sealed here for this purpose: a browser can send any. */
export function openState(sealer: Sealer, text: string): ConsentState | undefined {
  if (text.length > maxLength) return undefined;
  try {
    return sealedState.open(sealer, text);
  } catch {
    return undefined;
  }
}
