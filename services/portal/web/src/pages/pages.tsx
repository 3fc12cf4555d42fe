import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Route, Routes } from 'react-router';
import { ButtonLink } from '../parts/button.tsx';
import { Elsewhere } from '../parts/elsewhere.tsx';
import { Loading } from '../parts/loading.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Failed } from '../parts/problem.tsx';
import { words } from '../words/words.ts';

/** The script of a page did not arrive. A reload asks for it again. */
const NotLoadedPage = () => <Failed problem={{ status: 0, errors: [] }} onRetry={() => location.reload()} />;

/** A page in a script of its own. The server tells the browser to fetch it at once: services/portal/src/routes.ts. */
const lazily = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch(() => NotLoadedPage) }));

const SignInPage = lazily(async () => (await import('./sign-in/sign-in-page.tsx')).SignInPage);
const VerifyPage = lazily(async () => (await import('./sign-in/verify-page.tsx')).VerifyPage);
const SignUpPage = lazily(async () => (await import('./sign-up/sign-up-page.tsx')).SignUpPage);
const InvitationPage = lazily(async () => (await import('./invitation/invitation-page.tsx')).InvitationPage);
const UnwatchPage = lazily(async () => (await import('./unwatch/unwatch-page.tsx')).UnwatchPage);
const DevicePage = lazily(async () => (await import('./device/device-page.tsx')).DevicePage);
const ConnectPage = lazily(async () => (await import('./connect/connect-page.tsx')).ConnectPage);
const OutcomePage = lazily(async () => (await import('./connect/outcome-page.tsx')).OutcomePage);

const NotFoundPage = () => (
  <Outcome symbol="cross" title={words.notFound.title} reason={words.notFound.reason}>
    <ButtonLink href="/sign-in">{words.notFound.signIn}</ButtonLink>
  </Outcome>
);

/** Every page by its address. Links in mails, `connectUrl` and `verificationUri` lead to these: services build them. */
export function Pages() {
  const [servedAt] = useState(() => location.pathname);
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route path="/sign-in" element={<SignInPage />} />
        <Route path="/sign-in/verify" element={<VerifyPage />} />
        <Route path="/sign-up" element={<SignUpPage />} />
        <Route path="/invitations" element={<InvitationPage />} />
        <Route path="/unwatch" element={<UnwatchPage />} />
        <Route path="/device" element={<DevicePage />} />
        <Route path="/connect" element={<ConnectPage />} />
        <Route path="/connect/outcome" element={<OutcomePage />} />
        <Route
          path="*"
          element={
            // Such as a page of the console before this one, after Back.
            <Elsewhere servedAt={servedAt}>
              <NotFoundPage />
            </Elsewhere>
          }
        />
      </Routes>
    </Suspense>
  );
}
