import { byName } from '@patchbay/platform/by-name';
import { calledBy } from '@patchbay/platform/services';
import { z } from 'zod';

const works = z.literal('ok');

export const Health = z
  .object({
    status: works,
    services: z.object(byName(calledBy('gateway'), () => works)),
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
