import { z } from 'zod';

/** The path parameters of a sign-in with a provider; any other name is nothing that exists. */
export const signInProviderParams = z.strictObject({ provider: z.enum(['google', 'microsoft']) });
