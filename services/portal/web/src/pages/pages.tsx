import { Route, Routes } from 'react-router';
import { ButtonLink } from '../parts/button.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { words } from '../words/words.ts';
import { ConnectPage } from './connect/connect-page.tsx';
import { OutcomePage } from './connect/outcome-page.tsx';
import { DevicePage } from './device/device-page.tsx';
import { HomePage } from './home/home-page.tsx';
import { InvitationPage } from './invitation/invitation-page.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { VerifyPage } from './sign-in/verify-page.tsx';
import { SignUpPage } from './sign-up/sign-up-page.tsx';

const NotFoundPage = () => (
  <Outcome symbol="cross" title={words.notFound.title} reason={words.notFound.reason}>
    <ButtonLink href="/sign-in">{words.notFound.signIn}</ButtonLink>
  </Outcome>
);

/** Every page by its address. Links in mails, `connectUrl` and `verificationUri` lead to these: services build them. */
export const Pages = () => (
  <Routes>
    <Route path="/" element={<HomePage />} />
    <Route path="/sign-in" element={<SignInPage />} />
    <Route path="/sign-in/verify" element={<VerifyPage />} />
    <Route path="/sign-up" element={<SignUpPage />} />
    <Route path="/invitations" element={<InvitationPage />} />
    <Route path="/device" element={<DevicePage />} />
    <Route path="/connect" element={<ConnectPage />} />
    <Route path="/connect/outcome" element={<OutcomePage />} />
    <Route path="*" element={<NotFoundPage />} />
  </Routes>
);
