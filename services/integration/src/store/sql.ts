/** A time of the database's clock, because those of the processes differ. The parameter is in milliseconds. */
export const nowPlus = (parameter: string): string =>
  `clock_timestamp() + ${parameter}::float8 * interval '1 millisecond'`;
