import { invalid } from '@patchbay/errors/failure';

const maxLength = 100;

/** The name of an organization or a workspace: trimmed, 1 to 100 code points, no control characters. */
export function nameOf(text: string): string {
  const name = text.trim();
  const { length } = Array.from(name);
  if (length < 1 || length > maxLength || /\p{Cc}/u.test(name)) {
    throw invalid({
      path: 'name',
      message: `must be 1 to ${maxLength} characters without control characters`,
    });
  }
  return name;
}

/** The slug of a workspace, as in a sign-up: 1 to 63 characters. */
export function slugOf(slug: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(slug)) {
    throw invalid({
      path: 'slug',
      message: 'must be 1 to 63 small letters, digits and hyphens, and not begin with a hyphen',
    });
  }
  return slug;
}
