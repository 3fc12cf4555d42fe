/** The rule of the API; email.test.ts compares both. */
const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

/** Ignores surrounding spaces, which phones add after a suggested word. */
export const isEmail = (typed: string): boolean => {
  const email = typed.trim();
  return email.length <= 254 && emailPattern.test(email);
};

/** Compares emails as the API stores them. */
export const isSameEmail = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Minimum time between two mails with a link. A newer link replaces the older one: a person who asks again at once would open the mail that
 * no longer works.
 */
export const betweenMailsMs = 30_000;
