import type { CDPSession, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

interface Credential {
  readonly credentialId: string;
  readonly privateKey: string;
  readonly rpId?: string;
  readonly userHandle?: string;
  readonly signCount: number;
  readonly isResidentCredential: boolean;
}

/** The authenticator of a page's device, in software of the browser. */
export interface VirtualAuthenticator {
  credentials(): Promise<readonly Credential[]>;
  add(credential: Credential): Promise<void>;
  remove(credentialId: string): Promise<void>;
  /** Whether it recognizes the person, by finger or face. */
  recognize(recognizes: boolean): Promise<void>;
  /** Whether the person answers when it asks. Passkeys that a field suggests are chosen at once then. */
  answer(answers: boolean): Promise<void>;
}

/** Gives a page an authenticator that keeps passkeys, and a person who answers it, until the test ends. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const browser: CDPSession = await page.context().newCDPSession(page);
  onTestFinished(() => browser.detach());
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    async add(credential) {
      await browser.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
    async remove(credentialId) {
      await browser.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
    },
    async recognize(isUserVerified) {
      await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async answer(enabled) {
      await browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
  };
}

/** As a browser that knows passkeys, and does not suggest them in fields, until the test ends. */
export async function withoutSuggestions(page: Page): Promise<void> {
  const script = await page.addInitScript(
    'PublicKeyCredential.isConditionalMediationAvailable = async () => false',
  );
  onTestFinished(() => script.dispose());
}
