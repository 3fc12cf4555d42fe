import { type Answer, answerOf, type Problem, type Schemas } from '../../api/answer.ts';
import { api } from '../../api/client.ts';

/**
 * Why a passkey was not used or created. `aborted`: another attempt took its place, or the page was left. `refused`: the person canceled,
 * waited too long, or has none here; browsers do not tell which. `exists`: this device has one of the account already. `unable`: the
 * browser or the device cannot do it.
 */
type Stopped = 'aborted' | 'refused' | 'exists' | 'unable';

export type Attempt<T> =
  | { readonly kind: 'done'; readonly data: T }
  | { readonly kind: 'stopped'; readonly why: Stopped }
  /** The API refused it. */
  | { readonly kind: 'failed'; readonly problem: Problem };

/** Whether this browser supports passkeys. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

/** Whether this browser suggests passkeys in a field. */
export async function suggestsPasskeys(): Promise<boolean> {
  if (!supportsPasskeys() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false);
}

const library = () => import('@simplewebauthn/browser');

const stops: Readonly<Record<string, Stopped>> = {
  AbortError: 'aborted',
  NotAllowedError: 'refused',
  InvalidStateError: 'exists',
};

/** The script of the library could not be loaded. */
const notLoaded: Problem = { status: 0, errors: [] };

/** Runs a WebAuthn ceremony with the options of the API. */
export async function withBrowser<Options, T>(
  asked: Promise<Options>,
  act: (browser: Awaited<ReturnType<typeof library>>, options: Options) => Promise<T>,
): Promise<Attempt<T>> {
  const [options, browser] = await Promise.all([answerOf(asked), library().catch(() => undefined)]);
  if (!options.ok) return { kind: 'failed', problem: options.problem };
  if (browser === undefined) return { kind: 'failed', problem: notLoaded };
  try {
    return { kind: 'done', data: await act(browser, options.data) };
  } catch (error) {
    return { kind: 'stopped', why: stops[error instanceof Error ? error.name : ''] ?? 'unable' };
  }
}

/** The result of sending a ceremony to the API. */
export const attemptOf = <T>(answer: Answer<T>): Attempt<T> =>
  answer.ok ? { kind: 'done', data: answer.data } : { kind: 'failed', problem: answer.problem };

type Signed = Schemas['PasskeyProof']['credential'];

/** Signs with a passkey. `suggests`: waits until the person chooses one in the autofill of a field. */
export const signWithPasskey = ({ suggests = false } = {}): Promise<Attempt<Signed>> =>
  withBrowser(api.startPasskeySignIn(), async ({ startAuthentication }, optionsJSON) => {
    const { clientExtensionResults, ...signed } = await startAuthentication({
      optionsJSON,
      useBrowserAutofill: suggests,
    });
    return { ...signed, clientExtensionResults: { ...clientExtensionResults } };
  });

/** Aborts the running ceremony. */
export const stopWaiting = async (): Promise<void> => (await library()).WebAuthnAbortService.cancelCeremony();

/** Signs in with the signature of a passkey. */
export const signInWith = async (credential: Signed): Promise<Attempt<Schemas['SignedIn']>> =>
  attemptOf(await answerOf(api.verifyPasskeySignIn({ body: { credential } })));

/** Makes the session fresh. */
export async function confirmWithPasskey(): Promise<Attempt<unknown>> {
  const signed = await signWithPasskey();
  if (signed.kind !== 'done') return signed;
  return attemptOf(await answerOf(api.confirmSession({ body: { credential: signed.data } })));
}
