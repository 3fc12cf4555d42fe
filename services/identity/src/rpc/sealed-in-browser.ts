import { sealedJson } from '@patchbay/sealing/sealed-value';
import type { Sealer } from '@patchbay/sealing/sealer';

/** A value that a browser keeps between two requests, in a cookie or as a challenge. `binding` names whom it belongs to. */
export interface SealedInBrowser<Value, Binding extends readonly string[]> {
  readonly seal: (sealer: Sealer, value: Value, ...binding: Binding) => string;
  /** Undefined where the text is empty or was not sealed for the same purpose and binding: a browser can send any text. */
  readonly open: (sealer: Sealer, sealed: string, ...binding: Binding) => Value | undefined;
}

export function sealedInBrowser<Value, Binding extends readonly string[] = []>(
  purpose: string,
): SealedInBrowser<Value, Binding> {
  const sealed = sealedJson<Value, Binding>(purpose);
  return {
    seal: (sealer, value, ...binding) => sealed.seal(sealer, value, ...binding),
    open(sealer, text, ...binding) {
      try {
        return sealed.open(sealer, text, ...binding);
      } catch {
        return undefined;
      }
    },
  };
}
