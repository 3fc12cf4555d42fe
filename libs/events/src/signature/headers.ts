/** Headers of a signed message. */
export const signatureHeaders = {
  /** Ed25519, base64. */
  signature: 'signature',
  /** The thumbprint of the public key that verifies it: `thumbprintOf` of `@patchbay/tokens/service-keys`. */
  key: 'signature-key',
} as const;
