import { z } from 'zod';

const works = z.literal('ok');

export const Health = z
  .object({
    status: works,
    services: z.object({ identity: works, organization: works, integration: works, audit: works }),
  })
  .meta({ id: 'Health', description: 'Everything that the API needs works.' });

export const Version = z
  .object({
    name: z.string(),
    version: z.string(),
    apiVersion: z.string(),
    commit: z.string().nullable(),
    builtAt: z.string().nullable(),
  })
  .meta({ id: 'Version', description: 'What is running; the last two are null where they are not known.' });
