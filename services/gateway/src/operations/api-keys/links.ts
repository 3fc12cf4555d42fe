/** From an answer that has a new API key to what can be done with the key. */
export const apiKeyLinks = {
  getApiKey: { id: '/id' },
  updateApiKey: { id: '/id' },
  disableApiKey: { id: '/id' },
  rotateApiKey: { id: '/id' },
  revokeApiKey: { id: '/id' },
} as const;
