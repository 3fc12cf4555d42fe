import { sealedJson } from '@patchbay/sealing/sealed-value';
import type { Sealer } from '@patchbay/sealing/sealer';

/** A value that a browser keeps in a cookie between two requests. */
export interface SealedCookie<Value> {
  readonly seal: (sealer: Sealer, value: Value) => string;
  /** Undefined where the cookie is missing or was not sealed for the same purpose: a browser can send any text. */
  readonly open: (sealer: Sealer, sealed: string) => Value | undefined;
}

export function sealedCookie<Value>(purpose: string): SealedCookie<Value> {
  const sealed = sealedJson<Value>(purpose);
  return {
    seal: (sealer, value) => sealed.seal(sealer, value),
    open(sealer, text) {
      try {
        return sealed.open(sealer, text);
      } catch {
        return undefined;
      }
    },
  };
}
