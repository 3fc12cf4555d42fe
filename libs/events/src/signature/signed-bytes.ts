/** Separates these signatures from all others that a key could ever make, and from those of a later format. */
const domain = Buffer.from('patchbay event signature v1\0');

const withLength = (bytes: Uint8Array): Uint8Array[] => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.byteLength);
  return [length, bytes];
};

export interface SignedParts {
  readonly topic: string;
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/**
 * What a signature is made of. Each part has its length in front, so that no bytes can move from one to the next. Topic and key
 * are included: a message that is copied to another topic, or under the key of another organization, has no valid signature.
 */
export const signedBytes = ({ topic, key, value }: SignedParts): Buffer =>
  Buffer.concat([domain, ...withLength(Buffer.from(topic)), ...withLength(key), ...withLength(value)]);
