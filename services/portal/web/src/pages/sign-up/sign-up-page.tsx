import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { answerOf, type Problem, type Schemas } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Page } from '../../parts/page.tsx';
import { Text } from '../../parts/text.tsx';
import { settings } from '../../settings.ts';
import { addressOf, leaveFor } from '../../state/address.ts';
import { typedEmail } from '../../state/typed-email.ts';
import { useStep } from '../../state/use-step.ts';
import { words } from '../../words/words.ts';
import { providerAddress } from '../sign-in/provider-sign-in.ts';
import { SentPage } from '../sign-in/sent-page.tsx';
import type { SignUpValues } from './refusal.ts';
import { SignUpForm } from './sign-up-form.tsx';

interface Sent {
  /** The request as it was sent, to send it again. */
  readonly signUp: Schemas['SignUp'];
  readonly at: number;
}

export function SignUpPage() {
  const [sent, goTo] = useStep<Sent>('signUp');
  const navigate = useNavigate();
  const form = useForm<SignUpValues>({
    defaultValues: { email: typedEmail(), name: '', organizationName: '', organizationSlug: '' },
    mode: 'onTouched',
    // A message that appears while a mouse button is down would move what the person is about to click.
    delayError: 250,
  });

  const send = async (signUp: Schemas['SignUp']): Promise<Problem | undefined> => {
    const answer = await answerOf(api.signUp({ body: signUp }));
    if (!answer.ok) return answer.problem;
    const { provider, email } = signUp;
    if (provider === 'magic-link') goTo({ signUp, at: Date.now() }, { replace: sent !== undefined });
    else
      await leaveFor(
        providerAddress({ apiUrl: settings.apiUrl, provider, callbackURL: addressOf('/'), email }),
      );
    return undefined;
  };

  if (sent !== undefined) {
    return (
      <SentPage
        lead={words.signUp.sent.lead(sent.signUp.email, sent.signUp.organizationName)}
        help={words.signUp.sent.help}
        sentAt={sent.at}
        onSendAgain={() => send(sent.signUp)}
        onBack={() => void navigate(-1)}
      />
    );
  }
  return (
    <Page title={words.signUp.title} lead={words.signUp.lead}>
      <SignUpForm form={form} onSend={send} />
      <Text kind="quiet">
        {words.signUp.known} <Link to="/sign-in">{words.signUp.signIn}</Link>
      </Text>
    </Page>
  );
}
