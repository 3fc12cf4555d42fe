import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { NeedsSession, type SignedIn } from '../pages/sign-in/needs-session.tsx';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Progress } from '../parts/loading.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { answerAsked, askedFor, onAsked } from './data/confirmed.ts';
import { onSessionEnded, queries, readAgain, readAs } from './data/queries.ts';
import { SessionContext } from './data/session.ts';
import { Boundary } from './frame/boundary.tsx';
import { LinkFrame } from './frame/link-frame.tsx';
import { OrganizationFrame } from './frame/organization-frame.tsx';
import { WorkspaceFrame } from './frame/workspace-frame.tsx';
import { ConsolePage } from './parts/page.tsx';
import { Secrets } from './parts/secrets.tsx';
import { NotLoaded, soon } from './parts/soon.tsx';
import { words } from './words/words.ts';

/** The script of a page did not arrive. A reload asks for it again. */
const NotLoadedPage = () => (
  <ConsolePage title={words.frame.notLoaded}>
    <Button onClick={() => location.reload()}>{words.frame.reload}</Button>
  </ConsolePage>
);

/** When nobody is signed in, or no longer. */
const SignInPanel = soon(
  async () => (await import('../pages/sign-in/sign-in-panel.tsx')).SignInPanel,
  NotLoadedPage,
);

/**
 * A page in a script of its own. The one whose addresses end like the current one is loaded at once. A page that has arrived is drawn
 * without `lazy`: React would show the fallback first, and keep it for 300 ms.
 */
function lazily(ending: RegExp, load: () => Promise<ComponentType>) {
  let Arrived: ComponentType | undefined;
  const loaded = async (): Promise<{ default: ComponentType }> => {
    Arrived = await load().catch(() => NotLoadedPage);
    return { default: Arrived };
  };
  const early = ending.test(location.pathname) ? loaded() : undefined;
  const Awaited = lazy(() => early ?? loaded());
  return function LazyPage() {
    // Once it is drawn it stays the same: another component would begin anew.
    const [Page] = useState<ComponentType>(() => Arrived ?? Awaited);
    return <Page />;
  };
}

const HomePage = lazily(/^\/$/, async () => (await import('./pages/home/home-page.tsx')).HomePage);
const AccountPage = lazily(
  /^\/account/,
  async () => (await import('./pages/account/account-page.tsx')).AccountPage,
);
const OverviewPage = lazily(
  /^\/o\/[^/]+$/,
  async () => (await import('./pages/overview/overview-page.tsx')).OverviewPage,
);
const WorkspacesPage = lazily(
  /\/workspaces$/,
  async () => (await import('./pages/workspaces/workspaces-page.tsx')).WorkspacesPage,
);
const MembersPage = lazily(
  /^\/o\/[^/]+\/members$/,
  async () => (await import('./pages/members/members-page.tsx')).MembersPage,
);
const WorkspaceMembersPage = lazily(
  /\/w\/[^/]+\/members$/,
  async () => (await import('./pages/members/workspace-members-page.tsx')).WorkspaceMembersPage,
);
const KeysPage = lazily(/\/keys(?:\/|$)/, async () => (await import('./pages/keys/keys-page.tsx')).KeysPage);
const TrailPage = lazily(/\/trail$/, async () => (await import('./pages/trail/trail-page.tsx')).TrailPage);
const DevelopersPage = lazily(
  /\/developers(?:\/|$)/,
  async () => (await import('./pages/developers/developers-page.tsx')).DevelopersPage,
);
const SettingsPage = lazily(
  /^\/o\/[^/]+\/settings$/,
  async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage,
);
const WorkspaceSettingsPage = lazily(
  /\/w\/[^/]+\/settings$/,
  async () => (await import('./pages/settings/workspace-settings-page.tsx')).WorkspaceSettingsPage,
);
/** Which organizations are closed or demand a passkey is known only to the API. */
const ClosedOrganization = lazily(
  /(?!)/,
  async () => (await import('./frame/closed-organization.tsx')).ClosedOrganization,
);
const PasskeyRequired = lazily(
  /(?!)/,
  async () => (await import('./frame/passkey-required.tsx')).PasskeyRequired,
);
const IntegrationsPage = lazily(
  /\/integrations(?:\/(?!new$)|$)/,
  async () => (await import('./pages/integrations/integrations-page.tsx')).IntegrationsPage,
);
const NewIntegrationPage = lazily(
  /\/integrations\/new$/,
  async () => (await import('./pages/new-integration/new-integration-page.tsx')).NewIntegrationPage,
);

const NotFoundPage = () => (
  <ConsolePage title={words.frame.notFound}>
    <ButtonLink href="/">{words.frame.home}</ButtonLink>
  </ConsolePage>
);

const organizationFrame = (
  <OrganizationFrame closed={<ClosedOrganization />} passkeyRequired={<PasskeyRequired />} />
);

/** Every page by its address. Links in mails lead to these: services build them. */
const Pages = () => (
  <Suspense fallback={<Progress />}>
    <Routes>
      <Route path="/" element={<HomePage />} />
      <Route path="/account" element={<AccountPage />} />
      <Route path="/o/:org" element={organizationFrame}>
        <Route index element={<OverviewPage />} />
        <Route path="workspaces" element={<WorkspacesPage />} />
        <Route path="members" element={<MembersPage />} />
        <Route path="keys" element={<KeysPage />} />
        <Route path="keys/:id" element={<KeysPage />} />
        <Route path="trail" element={<TrailPage />} />
        <Route path="developers" element={<DevelopersPage />} />
        <Route path="developers/webhooks/:id" element={<DevelopersPage />} />
        <Route path="settings" element={<SettingsPage />} />
        <Route path="w/:workspace" element={<WorkspaceFrame />}>
          <Route index element={<Navigate replace to="integrations" />} />
          <Route path="integrations" element={<IntegrationsPage />} />
          <Route path="integrations/new" element={<NewIntegrationPage />} />
          <Route path="integrations/:id" element={<IntegrationsPage />} />
          <Route path="members" element={<WorkspaceMembersPage />} />
          <Route path="settings" element={<WorkspaceSettingsPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  </Suspense>
);

/** In place of everything, where a page cannot be drawn. */
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

const ConfirmSession = soon(
  async () => (await import('./parts/confirm-session.tsx')).ConfirmSession,
  NotLoaded,
);
const cancelConfirmation = (): void => answerAsked(false);

/** Where the person is asked to prove who they are. Nobody can answer any more once the session has ended. */
function Confirmation() {
  const purpose = useSyncExternalStore(onAsked, askedFor);
  useEffect(() => cancelConfirmation, []);
  return <Suspense>{purpose && <ConfirmSession purpose={purpose} onClose={cancelConfirmation} />}</Suspense>;
}

const lookAgain = (): void => void readAgain();

/** What a signed-in person sees. Looks at the session again when the API no longer takes it. */
function SessionPages({ session }: { readonly session: SignedIn }) {
  const { check } = session;
  const { pathname } = useLocation();
  // Before anything inside reads: it must not see what was read for another person.
  useState(() => readAs(session.user.id));
  useEffect(() => {
    let running = false;
    return onSessionEnded(() => {
      // Several reads are refused at the same time. One check is enough.
      if (running) return;
      running = true;
      void check().finally(() => {
        running = false;
      });
    });
  }, [check]);
  return (
    <SessionContext value={session}>
      <Boundary place={pathname} fallback={<BrokenPage />}>
        <Pages />
      </Boundary>
      <Secrets />
      <Confirmation />
    </SessionContext>
  );
}

/** The address of a page behind a link, which a `Link` of a shared part led to: the server has another document for it. */
const isElsewhere = (path: string): boolean => !/^\/(?:$|account(?:\/|$)|o\/)/.test(path);

/** The place where people work. */
export function Console() {
  const { pathname } = useLocation();
  const elsewhere = isElsewhere(pathname);
  useEffect(() => {
    if (elsewhere) location.reload();
  }, [elsewhere]);
  return elsewhere ? null : <OwnPages />;
}

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
      onLookedAt={lookAgain}
    >
      {(session) => <SessionPages session={session} />}
    </NeedsSession>
  </QueryClientProvider>
);
