const key = 'patchbay.organization';

/** The organization that was open last in this browser: where home leads. Browsers can forbid storage. */
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
    // Home leads to the first one then.
  }
}
