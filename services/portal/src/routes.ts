/** Names a request in spans, metrics and log lines. The path itself may contain a token. */
export interface Route {
  /** As declared: `/connect/:token`. */
  readonly path: string;
  readonly operation: string;
}

/**
 * The addresses of the pages in web/src/pages/pages.tsx, and of links with a token. The browser removes the token from the address before
 * it draws the page.
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

/** The page of a path, with or without a trailing slash, as the router of the pages reads it. Undefined: none. */
export function findPage(path: string): Route | undefined {
  const plain = path.length > 2 && path.endsWith('/') ? path.slice(0, -1) : path;
  const found = exact.get(plain);
  if (found !== undefined) return found;
  const slash = plain.lastIndexOf('/');
  return slash + 1 === plain.length ? undefined : byParent.get(plain.slice(0, slash));
}
