import { byName } from '@patchbay/platform/by-name';
import { calledBy } from '@patchbay/platform/services';
import { z } from 'zod';

const works = z.literal('ok');

export const Health = z
  .object({
    status: works,
    services: z.object(byName(calledBy('gateway'), () => works)),
  })
  .meta({ id: 'Health', description: 'Everything that the API depends on works.' });

export const Version = z
  .object({
    name: z.string().meta({ description: 'The version of the software.' }),
    version: z.string().meta({ description: 'The version of the software.' }),
    apiVersion: z
      .string()
      .meta({ description: 'The version of the API: `info.version` of the OpenAPI document.' }),
    commit: z.string().nullable().meta({ description: 'Null where it is not known.' }),
    builtAt: z.string().nullable().meta({ description: 'Null where it is not known.' }),
  })
  .meta({ id: 'Version', description: 'Which build is running.' });

export const OpenApiDocument = z
  .looseObject({ openapi: z.string().meta({ description: 'The version of OpenAPI.' }) })
  .meta({ id: 'OpenApiDocument', description: 'An OpenAPI 3.1 document.' });
