import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { matchPath, Navigate, Outlet, type RouteObject, useLocation, useRoutes } from 'react-router';
import { NeedsSession, type SignedIn } from '../pages/sign-in/needs-session.tsx';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Elsewhere } from '../parts/elsewhere.tsx';
import { Progress } from '../parts/loading.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { endConfirmation, onConfirmation, pendingConfirmation } from './data/confirmation.ts';
import { onSessionEnded, prefetchRead, queries, readAgain, readAs } from './data/queries.ts';
import { SessionContext } from './data/session.ts';
import { Boundary } from './frame/boundary.tsx';
import { LinkFrame } from './frame/link-frame.tsx';
import { OrganizationFrame } from './frame/organization-frame.tsx';
import { WorkspaceFrame } from './frame/workspace-frame.tsx';
import { firstReads, pages } from './pages.ts';
import { lazyPart, NotLoaded, NotLoadedPage, preloadedPart } from './parts/lazy-part.tsx';
import { ConsolePage } from './parts/page.tsx';
import { Secrets } from './parts/secrets.tsx';
import { words } from './words/words.ts';

/** Shown without a session, and after the session has ended. */
const SignInPanel = preloadedPart(
  async () => (await import('../pages/sign-in/sign-in-panel.tsx')).SignInPanel,
  NotLoadedPage,
);

const lazyPages = pages.map((page) => ({ ...page, Page: lazyPart(page.load, NotLoadedPage) }));

/**
 * Preloads the script and the first reads of the page at an address before it is known who is signed in: in parallel, not one after the other.
 * Without a session the reads are refused, and the refusals are not shown.
 */
export function preloadPage(address: string): void {
  for (const page of lazyPages) {
    const match = matchPath(page.path, address);
    if (match === null) continue;
    page.Page.preload();
    for (const read of firstReads(page, match.params)) prefetchRead(read);
    return;
  }
}

const NotFoundPage = () => (
  <ConsolePage title={words.frame.notFound}>
    <ButtonLink href="/">{words.frame.home}</ButtonLink>
  </ConsolePage>
);

/** Shown if a page throws while it renders. */
const BrokenPage = () => (
  <LinkFrame>
    <Outcome symbol="cross" title={words.frame.broken} reason={words.frame.brokenText}>
      <Button onClick={() => location.reload()}>{words.frame.reload}</Button>
      <ButtonLink kind="other" href="/?all">
        {words.frame.home}
      </ButtonLink>
    </Outcome>
  </LinkFrame>
);

const ConfirmSession = preloadedPart(
  async () => (await import('./parts/confirm-session.tsx')).ConfirmSession,
  NotLoaded,
);
const cancelConfirmation = (): void => endConfirmation(false);

/** The dialog of a pending confirmation. Canceled when the session ends. */
function Confirmation() {
  const pending = useSyncExternalStore(onConfirmation, pendingConfirmation);
  useEffect(() => cancelConfirmation, []);
  return (
    <Suspense>
      {pending && <ConfirmSession operation={pending.operation} onClose={cancelConfirmation} />}
    </Suspense>
  );
}

const refreshReads = (): void => void readAgain();

/** The console for a signed-in person. Checks the session again when the API refuses it. */
function SessionPages({ session }: { readonly session: SignedIn }) {
  const { check } = session;
  const { pathname } = useLocation();
  // Before any read inside, so that nobody sees the cached reads of another person.
  useState(() => readAs(session.user.id));
  useEffect(() => {
    let running = false;
    return onSessionEnded(() => {
      // One check for several reads that are refused at the same time.
      if (running) return;
      running = true;
      void check().finally(() => {
        running = false;
      });
    });
  }, [check]);
  return (
    <SessionContext value={session}>
      <Boundary path={pathname} fallback={<BrokenPage />}>
        <Suspense fallback={<Progress />}>
          <Outlet />
        </Suspense>
      </Boundary>
      <Secrets />
      <Confirmation />
    </SessionContext>
  );
}

/** The pages of the console. */
const OwnPages = () => (
  <QueryClientProvider client={queries}>
    <NeedsSession
      panel={SignInPanel}
      title={words.frame.loading}
      lead={words.frame.signInLead}
      ended={words.frame.ended}
      autoFocus
      frame={(page) => (
        <LinkFrame>
          <Suspense fallback={<Progress />}>{page}</Suspense>
        </LinkFrame>
      )}
      onVisible={refreshReads}
    >
      {(session) => <SessionPages session={session} />}
    </NeedsSession>
  </QueryClientProvider>
);

const servedAt = location.pathname;

const workspace = '/o/:org/w/:workspace';
const organization = '/o/:org';
const frames = [workspace, organization, '/'] as const;

/** The pages in a frame: those whose path starts with the path of the frame. */
const pagesIn = (frame: (typeof frames)[number]): readonly RouteObject[] =>
  lazyPages
    .filter(({ path }) => frames.find((each) => path.startsWith(each)) === frame)
    .map(({ path, Page }) => ({ path, element: <Page /> }));

const routes: RouteObject[] = [
  {
    element: <OwnPages />,
    children: [
      ...pagesIn('/'),
      {
        path: organization,
        element: <OrganizationFrame />,
        children: [
          ...pagesIn(organization),
          {
            path: workspace,
            element: <WorkspaceFrame />,
            children: [
              { index: true, element: <Navigate replace to="integrations" /> },
              ...pagesIn(workspace),
            ],
          },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
  { path: '*', element: <Elsewhere servedAt={servedAt} /> },
];

export const Console = () => useRoutes(routes);
