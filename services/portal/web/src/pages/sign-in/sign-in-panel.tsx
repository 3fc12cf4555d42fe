import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { answerOf, type Problem } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Alert } from '../../parts/alert.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, listOf } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { ProblemAlert, useWait } from '../../parts/problem.tsx';
import { Text } from '../../parts/text.tsx';
import { settings } from '../../settings.ts';
import { leaveFor } from '../../state/address.ts';
import { keepEmail, typedEmail } from '../../state/typed-email.ts';
import { useOnce } from '../../state/use-once.ts';
import { useStep } from '../../state/use-step.ts';
import { words } from '../../words/words.ts';
import { isEmail } from './email.ts';
import { PasskeyFailure } from './passkey-failure.tsx';
import { providerAddress, type SignInError, signInErrorIn, withoutSignInError } from './provider-sign-in.ts';
import { SentPage } from './sent-page.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

export interface SignInPanelProps {
  /** The complete address of the page to come back to. */
  readonly callbackURL: string;
  /** Default: "Sign in". */
  readonly title?: string;
  readonly mark?: ReactNode;
  readonly lead?: ReactNode;
  /** The only email that may sign in here; it cannot be edited. Default: any. */
  readonly email?: string;
  /** Called after a sign-in with a passkey, which needs no other page. Default: goes to `callbackURL`. */
  readonly onSignedIn?: () => Promise<void>;
  /** Whether the field gets the initial focus. Default: false. The heading gets it, because the reason to sign in is above the form. */
  readonly autoFocus?: boolean;
  /** Shown above the form: the reason to sign in. */
  readonly children?: ReactNode;
}

interface Sent {
  readonly email: string;
  readonly at: number;
}

/** A whole page that replaces one that needs a session: sign-in by a mailed link, with a passkey or with a provider. */
export function SignInPanel({
  callbackURL,
  title = words.signIn.title,
  mark,
  lead,
  email: fixed,
  onSignedIn = () => leaveFor(callbackURL, { replace: true }),
  autoFocus = false,
  children,
}: SignInPanelProps) {
  const error = useSignInError();
  const navigate = useNavigate();
  const [sent, goTo] = useStep<Sent>('link');
  const [busy, once] = useOnce();
  const [problem, setProblem] = useState<Problem>();
  const wait = useWait(problem);
  const passkey = usePasskeySignIn(sent === undefined, onSignedIn);
  const form = useForm({ defaultValues: { email: fixed ?? typedEmail() } });
  const { errors } = form.formState;

  const request = async (email: string): Promise<Problem | undefined> => {
    const answer = await answerOf(api.requestSignInLink({ body: { email, callbackURL } }));
    if (!answer.ok) return answer.problem;
    goTo({ email, at: Date.now() }, { replace: sent !== undefined });
    return undefined;
  };
  const submit = form.handleSubmit(({ email }) =>
    once(async () => {
      const refused = await request(email.trim());
      const aboutEmail = refused?.errors.some(({ path }) => path === 'email') ?? false;
      setProblem(aboutEmail ? undefined : refused);
      if (aboutEmail) form.setError('email', { message: words.signIn.emailError }, { shouldFocus: true });
    }),
  );

  if (sent !== undefined) {
    return (
      <SentPage
        lead={words.signIn.sent.lead(sent.email)}
        help={words.signIn.sent.help}
        sentAt={sent.at}
        onSendAgain={() => request(sent.email)}
        onBack={fixed === undefined ? () => void navigate(-1) : undefined}
      />
    );
  }
  return (
    <Page title={title} mark={mark} lead={lead} focusesField={autoFocus}>
      {children}
      {error !== undefined && (
        // To cancel is not an error.
        <Alert kind={error === 'access_denied' ? 'information' : 'failure'}>
          {words.signIn.errors[error]}
        </Alert>
      )}
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <PasskeyFailure attempt={passkey.failed} notTaken={words.passkey.notTaken} />
      <Form onSubmit={(event) => void submit(event)} errors={listOf(errors, ['email'])}>
        <Field
          label={words.signIn.email}
          help={fixed === undefined ? words.signIn.emailHelp : words.signIn.emailFixed}
          type="email"
          autoComplete="username webauthn"
          inputMode="email"
          autoCapitalize="none"
          spellCheck="false"
          readOnly={fixed !== undefined}
          autoFocus={autoFocus}
          error={errors.email?.message}
          {...form.register('email', {
            validate: (typed) => isEmail(typed) || words.signIn.emailError,
            onChange: ({ target }: { target: HTMLInputElement }) => keepEmail(target.value),
          })}
        />
        <Button type="submit" busy={busy} waits={wait > 0}>
          {words.signIn.send}
        </Button>
      </Form>
      {passkey.isSupported && (
        <Button kind="other" busy={passkey.busy} onClick={passkey.start}>
          {words.passkey.use}
        </Button>
      )}
      <Providers callbackURL={callbackURL} email={form.watch('email')} />
      {fixed === undefined && (
        <Text kind="quiet">
          {words.signIn.newHere} <Link to="/sign-up">{words.signIn.signUp}</Link>
        </Text>
      )}
    </Page>
  );
}

interface ProvidersProps {
  readonly callbackURL: string;
  /** The email typed so far. */
  readonly email: string;
}

/** A button for each sign-in provider of this installation. */
function Providers({ callbackURL, email }: ProvidersProps) {
  const { apiUrl, signInProviders } = settings;
  if (signInProviders.length === 0) return null;
  return (
    <>
      <Text kind="quiet">{words.signIn.or}</Text>
      {signInProviders.map((provider) => (
        <ButtonLink
          key={provider}
          kind="other"
          href={providerAddress({ apiUrl, provider, callbackURL, email })}
        >
          {words.signIn.with[provider]}
        </ButtonLink>
      ))}
    </>
  );
}

/** The error of a sign-in with a provider, once: it is removed from the address, so that a reload does not show it. */
function useSignInError(): SignInError | undefined {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [error] = useState(() => signInErrorIn(search));
  useEffect(() => {
    if (signInErrorIn(search) === undefined) return;
    void navigate(pathname + withoutSignInError(search), { replace: true, state });
  }, [navigate, pathname, search, state]);
  return error;
}
