const key = 'patchbay.organization';

/** The organization that was open last in this browser, to which the home page redirects. Browsers can forbid storage. */
export function lastOrganization(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepOrganization(slug: string): void {
  try {
    localStorage.setItem(key, slug);
  } catch {
    // Then the home page redirects to the first one.
  }
}
