/** `aim` is an exclusive upper bound. */
export const verdict = (figure: number, aim: number, unit: string): string =>
  `${figure < aim ? 'met' : 'MISSED'} (< ${aim}${unit})`;
