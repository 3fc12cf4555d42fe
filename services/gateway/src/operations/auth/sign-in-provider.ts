import { z } from 'zod';

/** The path parameters of a sign-in with a provider; any other name is a 404. */
export const signInProviderParams = z.strictObject({
  provider: z
    .enum(['google', 'microsoft'])
    .meta({ id: 'SignInProvider', description: 'An identity provider that people sign in with.' }),
});
