import { internal } from '@patchbay/errors/failure';
import type { Outgoing } from '@patchbay/outgoing/outgoing';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { inTime } from '@patchbay/runtime/deadline';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker, type Worker } from '@patchbay/worker/worker';

const providers = ['google', 'microsoft'] as const;
export type SignInProvider = (typeof providers)[number];

/** Identity may have to fetch the provider's OpenID configuration first. */
const timeoutMs = 8_000;

/** How long the start waits for the first answers, so that the first pages have their buttons. */
const firstAnswersMs = 2_000;

/** Milliseconds between two rounds. */
const refreshMs = 60_000;
/** The waits after failed rounds. */
const backoff = { min: 500, max: 10_000 };

export interface SignInProvidersOptions {
  /** Where the API is called. */
  readonly gatewayUrl: string;
  /** A page that the API may send people back to. */
  readonly portalUrl: string;
  readonly outgoing: Outgoing;
  readonly logger: Logger;
  readonly clock?: Clock;
}

export interface SignInProviders {
  /** The providers that identity had a client for when the gateway last answered; none before its first answer. */
  readonly current: () => readonly SignInProvider[];
  readonly component: Worker;
}

/**
 * Finds out which providers people can sign in with. Only identity knows: the API answers the start of a sign-in with a redirect if there
 * is a client for the provider, and with 404 if there is none. The redirect is not followed. After any other answer, or none, the known
 * providers stay and the gateway is asked again soon.
 */
export function createSignInProviders({
  gatewayUrl,
  portalUrl,
  outgoing,
  logger,
  clock = systemClock,
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
    // A wrong GATEWAY_URL may lead to another server, whose 404 is not problem+json.
    if (status === 404 && headers['content-type'] === 'application/problem+json') return false;
    throw internal(`the gateway answered ${status} to the start of a sign-in with ${provider}`);
  };

  const round = async (signal: AbortSignal): Promise<boolean> => {
    try {
      const answers = await Promise.all(providers.map((provider) => has(provider, signal)));
      const found = providers.filter((_, index) => answers[index]);
      if (found.join() !== known.join())
        logger.info({ before: known, now: found }, 'sign-in providers changed');
      known = found;
      return false;
    } finally {
      firstRound.resolve();
    }
  };

  const worker = createWorker({
    name: 'sign-in providers',
    round,
    pollMs: refreshMs,
    backoff,
    logger,
    clock,
  });
  return {
    current: () => known,
    component: {
      ...worker,
      async start() {
        await worker.start();
        await inTime(firstRound.promise, clock.deadline(firstAnswersMs));
      },
      // Aborts a round that waits for an answer: nothing depends on it.
      drain: () => worker.stop(),
    },
  };
}
