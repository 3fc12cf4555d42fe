/** Where developers begin: samples, and whether the API works. */
export const developers = {
  title: 'Developers',
  lead: 'Call the API with a key, and hear about changes through webhooks.',
  api: 'Status of the API',
  working: 'All services work',
  notWorking: 'Not every service answers',
  asking: 'Asking the API',
  version: (software: string, api: string) => `Version ${software}, API ${api}`,
  samples: 'A request that works',
  samplesLead: (organization: string) => `The names of ${organization} are filled in: copy, paste, run.`,
  setKey: 'Set your key once',
  setKeyNote: (placeholder: string) =>
    `Put your key in place of ${placeholder}. Programs read it from the environment, so that it isn't in your code.`,
  languages: { curl: 'curl', typescript: 'TypeScript', python: 'Python', cli: 'Command line' },
  language: 'Language',
  read: 'Read your integrations',
  readNote: 'Any key that reaches the workspace may do this.',
  relay: 'Send a request to an advertising system',
  relayNote:
    'Patchbay adds the credentials and passes the answer on. The key needs the role member or admin, and a grant of the integration.',
  relayPath: (provider: string) => `In place of PATH goes what ${provider} documents.`,
  providerDocs: (provider: string) => `Documentation of ${provider}`,
  noWorkspace: "There's no workspace yet, so the samples have a name that you need to replace.",
  noIntegration:
    "Nothing is connected yet, so the sample has names that you need to replace. Connect an integration and they're filled in.",
  copy: 'Copy',
  copied: 'Copied',
  copySample: (title: string) => `Copy: ${title}`,
  createKey: 'Create a key',
  reference: 'API reference',
  openApi: 'OpenAPI document',
};
