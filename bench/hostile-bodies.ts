/** Bytes: the largest body that the API reads. */
const size = 256 * 1024;
/** Bodies with more values are refused before they are parsed; these stay just within. */
const withinValues = 1_990;

/** As many members as fit into `size` bytes, or `most`. */
function members(one: (index: number) => string, [open, close]: readonly [string, string], most = Infinity) {
  let text = open;
  for (let index = 0; index < most; index += 1) {
    const next = `${index === 0 ? '' : ','}${one(index)}`;
    if (text.length + next.length + close.length > size) break;
    text += next;
  }
  return `${text}${close}`;
}

const array = ['[', ']'] as const;
const object = ['{', '}'] as const;
const inEmail = ['{"email":[', ']}'] as const;
const text = (content: string): string => `{"email":"${content}"}`;
const room = size - text('').length;

/** Names of 100 bytes: as many as the limit on values allows fill most of the body. */
const longName = (index: number): string => `"${String(index).padEnd(100, 'x')}":1`;

/** Objects, each the only member of the one around it, under names of 8,200 characters; inside, one name again and again. */
const depth = 31;
const inLongNames = (member: string): string =>
  `${`{"${'n'.repeat(8_200)}":`.repeat(depth)}{${Array(21).fill(member).join()}}${'}'.repeat(depth)}`;

/** What an attacker may send to make the gateway work before it refuses, by what it is made of. */
export const hostileBodies: Readonly<Record<string, Buffer>> = {
  'nested arrays': Buffer.from('['.repeat(size / 2) + ']'.repeat(size / 2)),
  'nested objects': Buffer.from(`${'{"a":'.repeat(size / 8)}1${'}'.repeat(size / 8)}`),
  names: Buffer.from(members((index) => `"${index.toString(36)}":1`, object)),
  'unknown names, within the limit': Buffer.from(members(longName, object, withinValues)),
  'escaped names, within the limit': Buffer.from(
    members((index) => `"\\u0061${index}":1`, object, withinValues),
  ),
  'objects, within the limit': Buffer.from(members(() => '{"a":1}', array, withinValues / 2)),
  'one long string': Buffer.from(text('a'.repeat(room))),
  'one long string of two-byte characters': Buffer.from(text('é'.repeat(room / 2))),
  'escape sequences': Buffer.from(text('\\n'.repeat(room / 2))),
  'escaped quotes': Buffer.from(text('\\"'.repeat(room / 2))),
  'escaped surrogate pairs': Buffer.from(text('\\ud83d\\ude00'.repeat(room / 12))),
  'lone surrogates': Buffer.from(members(() => '"\\ud800"', array)),
  'numbers where a text belongs': Buffer.from(members(() => '1', inEmail)),
  'numbers where a text belongs, within the limit': Buffer.from(members(() => '1', inEmail, withinValues)),
  'one long number': Buffer.from(`[${'1'.repeat(size - 2)}]`),
  'empty strings': Buffer.from(members(() => '""', array)),
  'white space': Buffer.from(`{${' '.repeat(size - 2)}}`),
  'one name again and again': Buffer.from(members(() => '"a":1', object)),
  'one name again and again, in long names': Buffer.from(inLongNames('"a":1')),
  'lone surrogates, in long names': Buffer.from(inLongNames('"a":"\\ud800"')),
  'no UTF-8 at the end': Buffer.concat([Buffer.from(`["${'a'.repeat(size - 3)}`), Buffer.of(0xff)]),
  'no JSON at the end, numbers': Buffer.from(members(() => '1', ['[', ','])),
  'no JSON at the end, a string': Buffer.from(`{"email":"${'a'.repeat(room)}`),
};
