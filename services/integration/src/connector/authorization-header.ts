/** The value of an `Authorization` header (RFC 7617). */
export const basicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

export const bearerAuthorization = (token: string): string => `Bearer ${token}`;
