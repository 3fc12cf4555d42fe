/** The rule of the API; email.test.ts compares both. */
const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

/** Spaces around it, which phones add after a suggested word, do not count. */
export const isEmail = (typed: string): boolean => {
  const email = typed.trim();
  return email.length <= 254 && emailPattern.test(email);
};

/** Addresses are compared as the API stores them. */
export const isSameEmail = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();
