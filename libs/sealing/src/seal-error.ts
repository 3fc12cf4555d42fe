/** A value cannot be opened, or the list of keys is invalid. The message never contains a value or a key. */
export class SealError extends Error {
  override readonly name = 'SealError';
}
