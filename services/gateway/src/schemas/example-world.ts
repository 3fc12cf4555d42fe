/** What the examples of the API have in common: the same people, organization and workspace in each of them. */
export const exampleWorld = {
  ada: { id: '0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01', email: 'ada@acme.example', name: 'Ada Lovelace' },
  grace: { id: '0199c1f0-b6d2-7e83-8f4a-5c9d1e7b2a08', email: 'grace@acme.example', name: 'Grace Hopper' },
  /** Invited into the organization. */
  alan: { email: 'alan@acme.example' },
  /** Invited into the workspace; not of the organization. */
  mary: { email: 'mary@studio.example' },
  organization: { slug: 'acme', name: 'Acme Media' },
  workspace: { slug: 'brand-campaigns', name: 'Brand campaigns' },
  portal: 'https://portal.patchbay.example',
  browser: { ipAddress: '203.0.113.7', userAgent: 'Mozilla/5.0' },
  device: { ipAddress: '198.51.100.7', userAgent: 'patchbay-cli/1.0' },
  sessionToken: 'hJ2zXv0m3m8rQy5cW1oT7nB4kD9sLxEaPfGuViRqYtA',
  connectToken: '3vQ8yT0mJr5cW1oX7nB4kD9sLxEaPfGuViRqYtA2Zc0',
  accountChoice: '1.8QyT0mJr5cW1oX7nB4kD9sLxEaPfGuViRqYtA2Zc0hJ2zXv0m3m8rQy5cW1oT7nB4kD9s',
  createdAt: '2026-11-15T09:30:00.000Z',
  requestId: '0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
} as const;

export const organizationParamsExample = { orgSlug: exampleWorld.organization.slug };
