import stringWidth from 'fast-string-width';

/** A text with its own style, which is put on after it has been fitted. */
export interface Cell {
  readonly text: string;
  /** Of a header: the column is dropped rather than cut, because a part of its value is useless. */
  readonly isWhole?: boolean;
  readonly style?: (text: string) => string;
}

const gap = 2;
/** The width of an id, which should stand in one line. */
const widthOfId = 36;
/** Columns are cut to these widths before another one is left out: the first one is what people type again. */
const narrowest = { first: 24, others: 16 };
const graphemes = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** Cuts a text that is wider, with an ellipsis. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  if (width <= 0) return '';
  let [kept, used] = ['', 0];
  for (const one of graphemes(text)) {
    used += stringWidth(one);
    if (used > width - 1) break;
    kept += one;
  }
  return `${kept.trimEnd()}…`;
}

/** The text in lines that are not wider, broken between words where that is possible. An address stays whole, so that it can be copied. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let [line, used] = ['', 0];
  const next = (): void => {
    lines.push(line);
    [line, used] = ['', 0];
  };
  for (const word of text.split(' ')) {
    const size = stringWidth(word);
    if (used > 0 && used + 1 + size > width) next();
    else if (used > 0) [line, used] = [`${line} `, used + 1];
    for (const one of size > width && !word.includes('://') ? graphemes(word) : [word]) {
      const step = stringWidth(one);
      if (used > 0 && used + step > width) next();
      [line, used] = [line + one, used + step];
    }
  }
  next();
  return lines;
}

/** The widths of columns in a terminal: the last ones are left out, then the widest ones cut, until all fit. The first one stays. */
function fit(natural: readonly number[], least: readonly number[], width: number): number[] {
  const total = (widths: readonly number[]): number =>
    widths.reduce((sum, one) => sum + one, gap * (widths.length - 1));
  let count = natural.length;
  while (count > 1 && total(least.slice(0, count)) > width) count -= 1;
  const widths = natural.slice(0, count);
  if (count === 1) return [Math.min(...widths, width)];
  while (total(widths) > width) {
    const widest = Math.max(...widths.filter((one, index) => one > (least[index] ?? 0)));
    widths[widths.findLastIndex((one, index) => one === widest && one > (least[index] ?? 0))] = widest - 1;
  }
  return widths;
}

/** The lines of a table; `rows` begins with the header. */
export function table(rows: readonly (readonly Cell[])[], width: number): string[] {
  const natural = (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.map((row) => stringWidth(row[index]?.text ?? ''))),
  );
  const least = natural.map((one, index) =>
    rows[0]?.[index]?.isWhole ? one : Math.min(one, index === 0 ? narrowest.first : narrowest.others),
  );
  const widths = fit(natural, least, width);
  return rows.map((row) =>
    widths
      .map((size, index) => {
        const { text, style = (same: string) => same } = row[index] ?? { text: '' };
        const shown = cut(text, size);
        const isLast = index === widths.length - 1;
        return style(shown) + (isLast ? '' : ' '.repeat(size - stringWidth(shown) + gap));
      })
      .join('')
      .trimEnd(),
  );
}

/** The lines of a list of fields. Values are never cut: long ones go on in the next line, below their label in a narrow terminal. */
export function fieldList(
  fields: readonly { readonly label: Cell; readonly value: Cell }[],
  width: number,
): string[] {
  const size = Math.max(...fields.map(({ label }) => stringWidth(label.text)));
  const room = width - size - gap;
  const isNarrow = room < widthOfId;
  return fields.flatMap(({ label, value }) => {
    const { style = (same: string) => same } = value;
    const shown = (label.style ?? String)(label.text);
    const lines = wrap(value.text, isNarrow ? width - gap : room).map(style);
    if (isNarrow) return [shown, ...lines.map((line) => ' '.repeat(gap) + line)];
    return lines.map((line, index) => {
      const before = index === 0 ? shown + ' '.repeat(size - stringWidth(label.text)) : ' '.repeat(size);
      return `${before}${' '.repeat(gap)}${line}`;
    });
  });
}
