import { columnsOf, type Io, styled } from '../terminal/io.ts';
import { cleanLine } from '../text/clean.ts';
import type { Cell } from '../text/table.ts';
import { headingOf } from '../text/words.ts';
import { cell, colourOf, isObject, isTime, plainCell, relativeTime } from './cell.ts';
import { healthCell } from './health.ts';

type Values = Readonly<Record<string, unknown>>;
type Format = Parameters<typeof styled>[2];

const styledCell = (io: Io, text: string, format: Format | undefined): Cell =>
  format === undefined ? { text } : { text, style: (fitted) => styled(io, io.stdout, format, fitted) };

/** A table with a header in a terminal, without columns that are empty; elsewhere all columns, with tabs between them. */
export async function listLines(
  io: Io,
  rows: readonly Values[],
  columns: readonly string[],
): Promise<string[]> {
  const width = columnsOf(io);
  if (width === undefined)
    return rows.map((row) => columns.map((column) => plainCell(row[column])).join('\t'));
  const { table } = await import('../text/table.ts');
  const used = columns.filter((column) => rows.some((row) => plainCell(row[column]) !== ''));
  const header = used.map((column) => ({
    ...styledCell(io, headingOf(column), ['bold', 'dim']),
    isWhole: /^id$|Id$/.test(column),
  }));
  const now = io.clock.now().getTime();
  const body = rows.map((row) =>
    used.map((column) => {
      const health = column === 'status' ? healthCell(row, now) : undefined;
      return styledCell(
        io,
        health?.text ?? cell(row[column]),
        health?.colour ?? colourOf(column, row[column]),
      );
    }),
  );
  return table([header, ...body], width);
}

/** The fields of an object; those of objects in it have both names, for instance `session.id`. */
const fieldsOf = (object: Values): (readonly [name: string, value: unknown])[] =>
  Object.entries(object).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).map(([inner, one]) => [cleanLine(`${name}.${inner}`), one] as const)
      : [[cleanLine(name), value] as const],
  );

const timeAndDate = (time: string): string =>
  `${relativeTime(time)} (${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC)`;

/** The fields that have a value below each other in a terminal; elsewhere all of them, with a tab behind their names. */
export async function objectLines(io: Io, object: Values): Promise<string[]> {
  const width = columnsOf(io);
  const fields = fieldsOf(object);
  if (width === undefined) return fields.map(([name, value]) => `${name}\t${plainCell(value)}`);
  const { fieldList } = await import('../text/table.ts');
  const shown = fields
    .filter(([, value]) => plainCell(value) !== '')
    .map(([name, value]) => ({
      label: styledCell(io, headingOf(name.replace('.', ' ')), 'dim'),
      value: styledCell(io, isTime(value) ? timeAndDate(value) : cell(value), colourOf(name, value)),
    }));
  return fieldList(shown, width);
}
