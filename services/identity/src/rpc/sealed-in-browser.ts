import { sealedJson } from '@patchbay/sealing/sealed-value';
import type { Sealer } from '@patchbay/sealing/sealer';

/** A value that a browser keeps between two requests, in a cookie or as a challenge. `place` names whom it belongs to. */
export interface SealedInBrowser<Value, Place extends readonly string[]> {
  readonly seal: (sealer: Sealer, value: Value, ...place: Place) => string;
  /** Undefined where the text is empty or was not sealed for the same purpose and place: a browser can send any text. */
  readonly open: (sealer: Sealer, sealed: string, ...place: Place) => Value | undefined;
}

export function sealedInBrowser<Value, Place extends readonly string[] = []>(
  purpose: string,
): SealedInBrowser<Value, Place> {
  const sealed = sealedJson<Value, Place>(purpose);
  return {
    seal: (sealer, value, ...place) => sealed.seal(sealer, value, ...place),
    open(sealer, text, ...place) {
      try {
        return sealed.open(sealer, text, ...place);
      } catch {
        return undefined;
      }
    },
  };
}
