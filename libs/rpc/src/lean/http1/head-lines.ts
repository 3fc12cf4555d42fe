/** Bytes of the first line and the headers of a request or an answer. */
export const maxHeadBytes = 16_384;

/** The empty line after the headers, with the end of the line before it. */
export const headEnd = Buffer.from('\r\n\r\n');

const token = /^[\w!#$%&'*+.^`|~-]+$/;
/** Also the CR or LF of a line that does not end with both. */
const invalid = /[^\t\x20-\x7e\x80-\xff]/;
/** Not that of `trim`, which is more than HTTP's. */
const outerSpace = /^[ \t]+|[ \t]+$/g;

/** Whether a line has no character that HTTP does not allow in it. */
export const isValidLine = (line: string): boolean => !invalid.test(line);

/** The name in lower case and the value; undefined where the line is no header, or two readers could understand it differently. */
export function parseHeader(line: string): readonly [name: string, value: string] | undefined {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon).toLowerCase();
  if (colon < 1 || !token.test(name) || !isValidLine(line)) return undefined;
  return [name, line.slice(colon + 1).replace(outerSpace, '')];
}
