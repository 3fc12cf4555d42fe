import { z } from 'zod';

export const DeviceAuthorization = z
  .object({
    deviceCode: z.string().meta({ description: 'The secret that the device polls with.' }),
    userCode: z.string().meta({ description: 'What the person types in, or compares.' }),
    verificationUri: z.string().meta({ format: 'uri', description: 'The page to type it into.' }),
    verificationUriComplete: z
      .string()
      .meta({ format: 'uri', description: 'The same page with the code filled in.' }),
    expiresIn: z.int().meta({ description: 'Seconds until both codes end.' }),
    interval: z.int().meta({ description: 'Seconds to wait between two polls.' }),
  })
  .meta({ id: 'DeviceAuthorization', description: 'A device that waits to be let in (RFC 8628).' });

export const deviceAuthorizationExample: z.input<typeof DeviceAuthorization> = {
  deviceCode: 'mB4kD9sLxEaPfGuViRqYtAhJ2zXv0m3m8rQy5cW1oT7',
  userCode: 'WDJB-MJHT',
  verificationUri: 'https://portal.patchbay.example/device',
  verificationUriComplete: 'https://portal.patchbay.example/device?user_code=WDJB-MJHT',
  expiresIn: 600,
  interval: 5,
};
