/**
 * Characters that a terminal acts on instead of showing them: the controls C0 and C1 with the line and paragraph separators, and those that
 * turn the direction of writing, which can make a text look like another one. Tab and line feed are not among them.
 */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/** A text that may have several lines, without control characters. */
export const clean = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll(controls, '');

/** The same in one line, for tables, questions and errors. */
export const cleanLine = (text: string): string => clean(text.replaceAll(/\s+/g, ' ')).trim();

/** JSON is not changed by this: control characters are written by their numbers, also those that JSON allows as they are. */
export const cleanJson = (json: string): string =>
  json.replaceAll(controls, (found) => String.raw`\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
