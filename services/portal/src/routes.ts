/** Where a request leads, for spans, metrics and log lines: never with the text of the path, which may hold a token. */
export interface Route {
  /** As declared: `/connect/:token`. */
  readonly path: string;
  readonly operation: string;
}

/**
 * The addresses of pages, which web/src/pages/pages.tsx draws, and those of links with a token in them: the page moves the token out of
 * the address before it draws the page of the address without it.
 */
export const pageRoutes: readonly Route[] = [
  { path: '/', operation: 'openHome' },
  { path: '/sign-in', operation: 'openSignIn' },
  { path: '/sign-in/verify', operation: 'openSignInVerify' },
  { path: '/sign-up', operation: 'openSignUp' },
  { path: '/invitations', operation: 'openInvitation' },
  { path: '/invitations/:token', operation: 'openInvitation' },
  { path: '/device', operation: 'openDevice' },
  { path: '/connect', operation: 'openConnect' },
  { path: '/connect/outcome', operation: 'openConnectOutcome' },
  { path: '/connect/:token', operation: 'openConnect' },
];

const exact = new Map(pageRoutes.map((route) => [route.path, route]));
const byParent = new Map(
  pageRoutes.flatMap((route): [string, Route][] =>
    route.path.endsWith('/:token') ? [[route.path.slice(0, -'/:token'.length), route]] : [],
  ),
);

/** The page of a path, with or without a slash at its end, as the pages' own router reads it. Undefined: there is none. */
export function findPage(path: string): Route | undefined {
  const plain = path.length > 2 && path.endsWith('/') ? path.slice(0, -1) : path;
  const found = exact.get(plain);
  if (found !== undefined) return found;
  const slash = plain.lastIndexOf('/');
  return slash + 1 === plain.length ? undefined : byParent.get(plain.slice(0, slash));
}
