import { answerOf, type Schemas } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { programOf } from '../../pages/device/device-facts.ts';
import { type Attempt, attemptOf, withBrowser } from '../../pages/sign-in/passkey.ts';
import { passkeys as passkeysWords } from '../words/en/passkeys.ts';
import { withConfirmation } from './confirmation.ts';
import { refresh } from './queries.ts';

/** The default name of a passkey of this device: "Chrome on macOS". */
export function suggestedName(userAgent: string = navigator.userAgent): string {
  const { name, system } = programOf(userAgent) ?? {};
  if (name === undefined) return passkeysWords.anyName;
  // Without the version, which changes while the passkey stays.
  return passkeysWords.nameOn(name.replace(/ \d.*$/, ''), system);
}

/** Creates a passkey in the browser and registers it. */
export async function createPasskey(name: string): Promise<Attempt<Schemas['Passkey']>> {
  const made = await withBrowser(
    withConfirmation('startPasskeyRegistration', () => api.startPasskeyRegistration()),
    async ({ startRegistration }, optionsJSON) => {
      const { clientExtensionResults, ...credential } = await startRegistration({
        optionsJSON,
      });
      return { ...credential, clientExtensionResults: { ...clientExtensionResults } };
    },
  );
  if (made.kind !== 'done') return made;
  const body = { name, credential: made.data };
  const attempt = attemptOf(
    await answerOf(withConfirmation('createPasskey', () => api.createPasskey({ body }))),
  );
  if (attempt.kind === 'done') void refresh();
  return attempt;
}
