const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields of `after` that are new or differ from `before`. */
export const changesOf = <Values extends object>(before: Values, after: Values): Partial<Values> => {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(value, known.get(name))),
  ) as Partial<Values>;
};
