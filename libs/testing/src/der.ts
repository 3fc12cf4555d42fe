/** Just enough of DER (ITU-T X.690) to write X.509 certificates, which Node can read and verify but not create. */

const lengthOf = (size: number): number[] => {
  if (size < 128) return [size];
  const bytes: number[] = [];
  for (let rest = size; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [128 + bytes.length, ...bytes];
};

/** An element: its tag, its length, its content. */
export const der = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
  const bytes = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(bytes.length)]), bytes]);
};

export const sequence = (...content: readonly Uint8Array[]): Buffer => der(0x30, ...content);
export const set = (...content: readonly Uint8Array[]): Buffer => der(0x31, ...content);
export const octets = (content: Uint8Array): Buffer => der(0x04, content);
export const bits = (content: Uint8Array): Buffer => der(0x03, Buffer.of(0), content);
export const boolean = (value: boolean): Buffer => der(0x01, Buffer.of(value ? 255 : 0));
export const text = (value: string): Buffer => der(0x0c, Buffer.from(value));
/** Not negative: a leading zero where the first bit is set. No other leading zeros, which readers refuse as padding. */
export const integer = (value: Uint8Array): Buffer => {
  const first = value.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? Buffer.of(0) : value.subarray(first);
  return der(0x02, (digits[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), digits]) : digits);
};
/** An element with an explicit context-specific tag around it. */
export const tagged = (number: number, ...content: readonly Uint8Array[]): Buffer =>
  der(0xa0 + number, ...content);

/** UTCTime, for the years 1950 to 2049: `261115162417Z`. */
export const time = (date: Date): Buffer =>
  der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

export const objectId = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = rest.flatMap((part) => {
    const groups = [part % 128];
    for (let left = Math.floor(part / 128); left > 0; left = Math.floor(left / 128)) {
      groups.unshift(128 + (left % 128));
    }
    return groups;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]));
};
