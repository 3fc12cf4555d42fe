import type { Sealer } from './sealer.ts';

/**
 * Seals values of one kind. `binding` has the ids of the record that a value belongs to. Purpose and binding are the associated
 * data: a sealed value cannot be opened for another purpose or after it was copied to another record.
 */
export interface SealedValue<Value, Binding extends readonly string[]> {
  readonly seal: (sealer: Sealer, value: Value, ...binding: Binding) => string;
  /** Throws `SealError` if the text was not sealed for the same purpose and binding. */
  open(sealer: Sealer, sealed: string, ...binding: Binding): Value;
  /** For a text that anybody may have sent: undefined where `open` throws. */
  readonly tryOpen: (sealer: Sealer, sealed: string, ...binding: Binding) => Value | undefined;
  /** Opens the text and seals the same bytes again with the first key. Throws as `open` does. */
  reseal(sealer: Sealer, sealed: string, ...binding: Binding): string;
}

const sealedAs = <Value, Binding extends readonly string[]>(
  purpose: string,
  encode: (value: Value) => string,
  decode: (text: string) => Value,
): SealedValue<Value, Binding> => {
  // Unambiguous, because a binding has ids and addresses, which contain no spaces.
  const associatedData = (binding: Binding): string => [purpose, ...binding].join(' ');
  const open = (sealer: Sealer, sealed: string, ...binding: Binding): Value =>
    decode(sealer.open(sealed, associatedData(binding)).toString());
  return {
    seal: (sealer, value, ...binding) => sealer.seal(encode(value), associatedData(binding)),
    open,
    tryOpen(sealer, sealed, ...binding) {
      try {
        return open(sealer, sealed, ...binding);
      } catch {
        return undefined;
      }
    },
    reseal: (sealer, sealed, ...binding) =>
      sealer.seal(sealer.open(sealed, associatedData(binding)), associatedData(binding)),
  };
};

/** Seals a value as JSON. `open` does not validate the shape: the authentication tag proves that `seal` wrote it. */
export const sealedJson = <Value, Binding extends readonly string[] = []>(
  purpose: string,
): SealedValue<Value, Binding> =>
  sealedAs(
    purpose,
    (value) => JSON.stringify(value),
    (text) => JSON.parse(text) as Value,
  );

export const sealedText = <Binding extends readonly string[] = []>(
  purpose: string,
): SealedValue<string, Binding> =>
  sealedAs(
    purpose,
    (value) => value,
    (text) => text,
  );
