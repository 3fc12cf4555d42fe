/** Names a request in spans, metrics and log lines. The path itself may contain a token. */
export interface Route {
  /** As declared: `/connect/:token`. */
  readonly path: string;
  readonly operation: string;
}

/** What chat programs show beside a link. It never has a token. */
export interface Preview {
  readonly title: string;
  readonly text: string;
}

export interface PageRoute extends Route {
  /** Of a link with a token it is what is shown where the API does not tell who asks: link-previews.ts. */
  readonly preview: Preview;
  /** Its file in web/src/pages, without the ending: its script is a part of the bundle. Undefined: the console draws it. */
  readonly source?: string;
}

export const productPreview: Preview = {
  title: 'Patchbay',
  text: 'Manages connections to advertising accounts.',
};

const signIn: Preview = {
  title: 'Sign in to Patchbay',
  text: 'Manage your connections to advertising accounts.',
};

const invitation = {
  operation: 'openInvitation',
  source: 'invitation/invitation-page',
  preview: {
    title: "You're invited to Patchbay",
    text: 'Open the page to see who invited you, and to what.',
  },
};

const unwatch = {
  operation: 'openUnwatch',
  source: 'unwatch/unwatch-page',
  preview: {
    title: 'End emails about integrations',
    text: 'Open the page to end the emails about the workspaces that you watch.',
  },
};

const connect = {
  operation: 'openConnect',
  source: 'connect/connect-page',
  preview: {
    title: "You're asked to connect an advertising account",
    text: "Open the page to see who's asking, and for what, before you decide.",
  },
};

/**
 * The addresses of the pages in web/src/pages/pages.tsx, the first parts of those in web/src/console/pages.ts, and the addresses of links with
 * a token. The browser removes the token from the address before it draws the page.
 */
export const pageRoutes: readonly PageRoute[] = [
  { path: '/', operation: 'openHome', preview: productPreview },
  { path: '/account', operation: 'openAccount', preview: productPreview },
  { path: '/o/*', operation: 'openOrganization', preview: productPreview },
  { path: '/sign-in', operation: 'openSignIn', source: 'sign-in/sign-in-page', preview: signIn },
  { path: '/sign-in/verify', operation: 'openSignInVerify', source: 'sign-in/verify-page', preview: signIn },
  {
    path: '/sign-up',
    operation: 'openSignUp',
    source: 'sign-up/sign-up-page',
    preview: { title: 'Sign up for Patchbay', text: productPreview.text },
  },
  { path: '/invitations', ...invitation },
  { path: '/invitations/:token', ...invitation },
  { path: '/unwatch', ...unwatch },
  { path: '/unwatch/:token', ...unwatch },
  {
    path: '/device',
    operation: 'openDevice',
    source: 'device/device-page',
    preview: {
      title: 'Allow a device to use Patchbay',
      text: 'Open the page to see which device is asking, and from where, before you decide.',
    },
  },
  { path: '/connect', ...connect },
  {
    path: '/connect/outcome',
    operation: 'openConnectOutcome',
    source: 'connect/outcome-page',
    preview: productPreview,
  },
  { path: '/connect/:token', ...connect },
];

const exact = new Map(pageRoutes.map((route) => [route.path, route]));
const byParent = new Map(
  pageRoutes.flatMap((route): [string, PageRoute][] =>
    route.path.endsWith('/:token') ? [[route.path.slice(0, -'/:token'.length), route]] : [],
  ),
);
const within = pageRoutes.filter(({ path }) => path.endsWith('/*'));

/** The page of a path, with or without a trailing slash, as the router of the pages reads it. Undefined: none. */
export function findPage(path: string): PageRoute | undefined {
  const plain = path.length > 2 && path.endsWith('/') ? path.slice(0, -1) : path;
  const found = exact.get(plain);
  if (found !== undefined) return found;
  const around = within.find((route) => plain.startsWith(route.path.slice(0, -1)));
  if (around !== undefined) return around;
  const slash = plain.lastIndexOf('/');
  return slash + 1 === plain.length ? undefined : byParent.get(plain.slice(0, slash));
}
