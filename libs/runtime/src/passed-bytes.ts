/** Between two collections. */
const everyBytes = 8_388_608;

let passed = 0;

/**
 * Counts bytes of a body that is passed on in parts, and has their buffers collected. V8 (13.6, of Node 24) takes them as a part of the
 * heap, which may grow by 60 % (`main.ts`): some 60 MB of buffers that nobody needs any more. They are young objects, whose collection
 * takes a millisecond. Has no effect without `--expose-gc`.
 */
export function countPassedBytes(bytes: number): void {
  passed += bytes;
  if (passed < everyBytes) return;
  passed = 0;
  globalThis.gc?.({ type: 'minor' });
}
