/** A device shows eight letters in two groups: WDJB-MJHT. */
const length = 8;
const group = 4;

const significant = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

const withDash = (code: string): string =>
  code.length > group ? `${code.slice(0, group)}-${code.slice(group)}` : code;

export const isWholeCode = (typed: string): boolean => significant(typed).length === length;

interface Typed {
  readonly value: string;
  /** Index of the caret in `value`. */
  readonly caret: number;
}

/** Formats typed or pasted text as the device shows it. The caret stays behind the same letter. */
export function formatTyped({ value, caret }: Typed): Typed {
  const code = significant(value).slice(0, length);
  const before = Math.min(significant(value.slice(0, caret)).length, code.length);
  return { value: withDash(code), caret: before > group ? before + 1 : before };
}

/** Formats a code from an address. */
export const formatCode = (code: string): string => formatTyped({ value: code, caret: 0 }).value;
