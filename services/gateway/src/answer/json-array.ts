import { internal } from '@patchbay/errors/failure';

const openingBracket = '['.charCodeAt(0);
const closingBracket = ']'.charCodeAt(0);

/**
 * An array of JSON of the API, as audit sends it: passed on as it is. No bytes at all are what protobuf reads from an answer without this
 * field: they would make a 200 that is no JSON.
 */
export function jsonArray(bytes: Uint8Array): Uint8Array {
  if (bytes.at(0) !== openingBracket || bytes.at(-1) !== closingBracket)
    throw internal('audit answered a page that is no array of JSON');
  return bytes;
}
