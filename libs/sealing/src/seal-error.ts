/** Why something cannot be opened, or a ring of keys not be used. Never holds a value or a key. */
export class SealError extends Error {
  override readonly name = 'SealError';
}
