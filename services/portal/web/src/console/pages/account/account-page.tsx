import { Building2, Check } from 'lucide-react';
import { SignOutButton } from '../../../pages/sign-in/sign-out-button.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Text } from '../../../parts/text.tsx';
import { withBreaks } from '../../../parts/with-breaks.tsx';
import { settings } from '../../../settings.ts';
import { longest } from '../../data/api-bounds.ts';
import { useChange } from '../../data/queries.ts';
import { useSignedIn } from '../../data/session.ts';
import { Shell } from '../../frame/shell.tsx';
import { ConsolePage, Section } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';
import { NameForm } from '../settings/name-form.tsx';
import styles from './account.module.css';
import { DeleteAccount } from './delete-account.tsx';
import { OwnOrganizations } from './own-organizations.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';

const text = words.account;

/** The caller's own account, outside of any organization. */
export function AccountPage() {
  const { signOut } = useSignedIn();
  return (
    <Shell
      navigation={[{ to: '/?all', text: text.organizationsLink, icon: <Building2 aria-hidden="true" /> }]}
    >
      <ConsolePage
        title={text.title}
        lead={text.lead}
        actions={<SignOutButton signOut={signOut} kind="other" />}
      >
        <Profile />
        <SignInWays />
        <Passkeys />
        <Sessions />
        <OwnOrganizations />
        <DeleteAccount />
      </ConsolePage>
    </Shell>
  );
}

function Profile() {
  const { user, check } = useSignedIn();
  const { run, busy, problem } = useChange('updateMe');
  const save = async (name: string) => {
    const answer = await run({ body: { name } });
    // The session contains the name, too.
    if (answer.ok) void check();
    return answer;
  };
  return (
    <Section title={text.profile} card>
      <NameForm
        draftName="account"
        label={text.name}
        help={text.nameHelp}
        wrong={text.nameError}
        most={longest.personName}
        name={user.name}
        busy={busy}
        problem={problem}
        saved={text.saved}
        onSave={save}
      />
      <Facts facts={[{ name: text.email, value: user.email }]} />
      <Text kind="quiet">{text.emailFixed}</Text>
    </Section>
  );
}

/** The ways to sign in. Providers are listed if the installation has an OAuth client for them. */
function SignInWays() {
  const { email } = useSignedIn().user;
  return (
    <Section title={text.signIn} card>
      <ul className={styles.ways}>
        {(['email', ...settings.signInProviders] as const).map((way) => (
          <li key={way}>
            <Check aria-hidden="true" />
            <bdi>{withBreaks(text.ways[way](email))}</bdi>
          </li>
        ))}
      </ul>
      <Text kind="quiet">{text.signInText}</Text>
    </Section>
  );
}
