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
  list: 'Read your integrations',
  listNote: 'Any key that reaches the workspace may do this.',
  integration: 'Integration',
  integrationOption: (name: string, provider: string, workspace: string) =>
    `${name} · ${provider} · ${workspace}`,
  relayNote:
    'Patchbay adds the credentials and passes the answer on. The key needs access to the integration.',
  letKeyUse: (integration: string) => `Let a key use ${integration}`,
  accountPlaceholder: 'ACCOUNT_ID',
  noAccount: (placeholder: string) => `Put the ID of an account in place of ${placeholder}.`,
  providerDocs: (provider: string) => `Documentation of ${provider}`,
  noWorkspace: "There's no workspace yet, so the samples have a name that you need to replace.",
  noIntegration:
    'Nothing is connected yet. Connect an integration, and a request to its advertising system is here.',
  copy: 'Copy',
  copied: 'Copied',
  copySample: (title: string) => `Copy: ${title}`,
  createKey: 'Create a key',
  reference: 'API reference',
  openApi: 'OpenAPI document',
};
