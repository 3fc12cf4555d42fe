import { internal } from '@patchbay/errors/failure';
import type { Outgoing } from '@patchbay/outgoing/outgoing';
import type { BackoffOptions } from '@patchbay/runtime/backoff';
import type { Component } from '@patchbay/runtime/component';
import { inTime } from '@patchbay/runtime/deadline';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker } from '@patchbay/worker/worker';

const providers = ['google', 'microsoft'] as const;
export type SignInProvider = (typeof providers)[number];

/** Milliseconds; identity may have to fetch the provider's OpenID configuration first. */
const timeoutMs = 8_000;

/** Milliseconds that the start waits for the first answers, so that the first pages have their buttons. */
const firstAnswersMs = 2_000;

export interface SignInProvidersOptions {
  /** Where the API is called. */
  readonly gatewayUrl: string;
  /** A page that the API may send people back to. */
  readonly portalUrl: string;
  readonly outgoing: Outgoing;
  readonly logger: Logger;
  /** Milliseconds between two rounds; default one minute. */
  readonly refreshMs?: number;
  /** The waits after a round without an answer. Default: from half a second to ten. */
  readonly backoff?: BackoffOptions;
}

export interface SignInProviders {
  /** Those that identity had a client for when the gateway was last asked; none before its first answer. */
  readonly current: () => readonly SignInProvider[];
  readonly component: Component;
}

/**
 * Finds out which providers people can sign in with. Only identity knows: the API starts a sign-in with a redirect where it has a client,
 * and answers 404 where it has none. No redirect is followed, and what was started is not gone on with. Any other answer, or none, changes
 * nothing of what is known, and is asked for again soon.
 */
export function createSignInProviders({
  gatewayUrl,
  portalUrl,
  outgoing,
  logger,
  refreshMs = 60_000,
  backoff = { min: 500, max: 10_000 },
}: SignInProvidersOptions): SignInProviders {
  let known: readonly SignInProvider[] = [];
  const firstRound = Promise.withResolvers<void>();
  const query = new URLSearchParams({ callbackURL: `${portalUrl}/` }).toString();

  const has = async (provider: SignInProvider, signal: AbortSignal): Promise<boolean> => {
    const url = `${gatewayUrl}/v1/auth/${provider}?${query}`;
    const { status, headers } = await outgoing.send({
      target: 'gateway',
      method: 'GET',
      url,
      timeoutMs,
      signal,
    });
    if (status === 302) return true;
    // Another server, behind a wrong address, answers with a 404 of its own.
    if (status === 404 && headers['content-type'] === 'application/problem+json') return false;
    throw internal(`the gateway answered with ${status} when it was asked for ${provider}`);
  };

  const round = async (signal: AbortSignal): Promise<boolean> => {
    try {
      const answers = await Promise.all(providers.map((provider) => has(provider, signal)));
      const found = providers.filter((_, index) => answers[index]);
      if (found.join() !== known.join())
        logger.info({ before: known, now: found }, 'the providers that people can sign in with have changed');
      known = found;
      return false;
    } finally {
      firstRound.resolve();
    }
  };

  const worker = createWorker({ name: 'sign-in providers', round, pollMs: refreshMs, backoff, logger });
  return {
    current: () => known,
    component: {
      ...worker,
      async start() {
        await worker.start();
        await inTime(firstRound.promise, AbortSignal.timeout(firstAnswersMs));
      },
      // A round that waits for an answer is given up: nothing depends on it.
      drain: () => worker.stop(),
    },
  };
}
