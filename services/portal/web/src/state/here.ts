/** The address of a page of ours, whole, as `callbackURL` takes it. */
export const addressOf = (path: string): string => new URL(path, location.origin).href;

/** The address of this very page, to come back to after signing in. Without the error of an earlier attempt. */
export function addressOfThisPage(): string {
  const url = new URL(location.href);
  url.searchParams.delete('error');
  url.hash = '';
  return url.href;
}
