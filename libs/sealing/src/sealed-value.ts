import type { Sealer } from './sealer.ts';

/**
 * Seals values of one kind. `place` names the record that a value belongs to; purpose and place together are the
 * associated data, so that a sealed value opens only as what it was sealed as, and only in its own record.
 */
export interface SealedValue<Value, Place extends readonly string[]> {
  seal(sealer: Sealer, value: Value, ...place: Place): string;
  /** Throws `SealError` for whatever was not sealed by `seal` for the same place. */
  open(sealer: Sealer, sealed: string, ...place: Place): Value;
}

const sealedAs = <Value, Place extends readonly string[]>(
  purpose: string,
  encode: (value: Value) => string,
  decode: (text: string) => Value,
): SealedValue<Value, Place> => {
  // The parts of a place are ids and addresses, which hold no spaces: no two places read the same.
  const associatedData = (place: Place): string => [purpose, ...place].join(' ');
  return {
    seal: (sealer, value, ...place) => sealer.seal(encode(value), associatedData(place)),
    open: (sealer, sealed, ...place) => decode(sealer.open(sealed, associatedData(place)).toString()),
  };
};

/** A value that JSON can hold. It is not checked when it is opened: only `seal` can have written it. */
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
