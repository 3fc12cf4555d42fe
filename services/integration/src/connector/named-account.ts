import { ProviderFailure } from './failure.ts';

const isMissing = (error: unknown): boolean => error instanceof ProviderFailure && error.code === '404';

/** For a request whose path names an account, as a rule that of the settings: 404 means that this account does not exist. */
export const namedAccount = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw isMissing(error) ? new ProviderFailure('account_not_found', { code: '404', cause: error }) : error;
  });
