/** A value as text. Nested values are JSON. */
const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** One cell of RFC 4180. A text that a spreadsheet would take for a formula begins with an apostrophe. */
function cellOf(value: unknown): string {
  const text = textOf(value);
  const harmless = typeof value === 'string' && /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /["\r\n,]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A CSV file with a header. */
export const csv = (fields: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string =>
  [fields, ...rows.map((row) => fields.map((field) => row[field]))]
    .map((row) => `${row.map(cellOf).join(',')}\r\n`)
    .join('');
