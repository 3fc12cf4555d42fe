import { ButtonLink } from '../../parts/button.tsx';
import { Text } from '../../parts/text.tsx';
import { settings } from '../../settings.ts';
import { words } from '../../words/words.ts';
import { providerAddress } from './provider-address.ts';

export interface ProvidersProps {
  readonly callbackURL: string;
  /** What was typed so far. */
  readonly email: string;
}

/** A way to sign in with each provider that this installation has a client for. */
export function Providers({ callbackURL, email }: ProvidersProps) {
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
