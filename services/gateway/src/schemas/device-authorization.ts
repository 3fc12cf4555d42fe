import { z } from 'zod';
import { timestamp } from './text.ts';

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

/** The device as the person who decides sees it. Without an id: the contract names no schema for it. */
export const waitingDevice = z.object({
  userCode: z.string(),
  ipAddress: z.string().nullable().meta({ description: 'Where it asks from; null where not known.' }),
  userAgent: z.string().nullable().meta({ description: 'What it says it is; null where not known.' }),
  createdAt: timestamp,
  expiresAt: timestamp,
});

export const waitingDeviceExample: z.input<typeof waitingDevice> = {
  userCode: 'WDJB-MJHT',
  ipAddress: '198.51.100.7',
  userAgent: 'patchbay-cli/1.0',
  createdAt: '2026-11-15T09:30:00.000Z',
  expiresAt: '2026-11-15T09:40:00.000Z',
};
