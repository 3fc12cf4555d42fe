/** Where every provider sends the browser back to; registered with each client. */
export const redirectUri = (publicUrl: string): string => `${publicUrl}/v1/connect/oauth/callback`;
