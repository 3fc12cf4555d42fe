/** From an answer that has a new integration to what can be done with the integration. */
export const integrationLinks = {
  getIntegration: { id: '/id' },
  updateIntegration: { id: '/id' },
  connectIntegration: { id: '/id' },
  verifyIntegration: { id: '/id' },
  deleteIntegration: { id: '/id' },
} as const;
