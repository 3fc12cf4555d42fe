import canonicalize from 'canonicalize';

/** The RFC 8785 form of a JSON value: names in the order of their UTF-16 units, no spaces, numbers as JavaScript writes them. */
export function canonicalForm(value: unknown): string {
  const form = canonicalize(value);
  if (form === undefined) throw new TypeError('this has no JSON form');
  return form;
}
