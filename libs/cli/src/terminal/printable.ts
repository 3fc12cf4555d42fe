/**
 * A text of the API without characters that a terminal would act on, or that change the order of what is read. Line feeds and tabs stay.
 */
export const printable = (text: string): string =>
  text.replaceAll(
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g,
    '\uFFFD',
  );
