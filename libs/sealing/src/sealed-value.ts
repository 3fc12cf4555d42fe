import type { Sealer } from './sealer.ts';

/**
 * Seals values of one kind. `place` identifies the record that a value belongs to. Purpose and place are the associated
 * data: a sealed value cannot be opened for another purpose or after it was copied to another record.
 */
export interface SealedValue<Value, Place extends readonly string[]> {
  seal(sealer: Sealer, value: Value, ...place: Place): string;
  /** Throws `SealError` if the text was not sealed for the same purpose and place. */
  open(sealer: Sealer, sealed: string, ...place: Place): Value;
  /** Opens the text and seals the same bytes again with the first key. Throws as `open` does. */
  reseal(sealer: Sealer, sealed: string, ...place: Place): string;
}

const sealedAs = <Value, Place extends readonly string[]>(
  purpose: string,
  encode: (value: Value) => string,
  decode: (text: string) => Value,
): SealedValue<Value, Place> => {
  // Unambiguous, because the parts of a place are ids and addresses, which contain no spaces.
  const associatedData = (place: Place): string => [purpose, ...place].join(' ');
  return {
    seal: (sealer, value, ...place) => sealer.seal(encode(value), associatedData(place)),
    open: (sealer, sealed, ...place) => decode(sealer.open(sealed, associatedData(place)).toString()),
    reseal: (sealer, sealed, ...place) =>
      sealer.seal(sealer.open(sealed, associatedData(place)), associatedData(place)),
  };
};

/** Seals a value as JSON. `open` does not validate the shape: the authentication tag proves that `seal` wrote it. */
export const sealedJson = <Value, Place extends readonly string[] = []>(
  purpose: string,
): SealedValue<Value, Place> =>
  sealedAs(
    purpose,
    (value) => JSON.stringify(value),
    (text) => JSON.parse(text) as Value,
  );

export const sealedText = <Place extends readonly string[] = []>(
  purpose: string,
): SealedValue<string, Place> =>
  sealedAs(
    purpose,
    (value) => value,
    (text) => text,
  );
