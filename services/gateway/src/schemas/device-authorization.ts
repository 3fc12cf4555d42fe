import { typedUserCode } from '@patchbay/text/rules';
import { z } from 'zod';
import { exampleWorld } from './example-world.ts';
import { addressInAnswer, programText, textOf, timestamp } from './text.ts';
import { User, userExample } from './user.ts';

const { device, portal, createdAt } = exampleWorld;

/** As a person types it; case, spaces and dashes do not matter. */
export const userCode = textOf(typedUserCode).meta({
  description: 'The code that the device shows. Case, spaces and dashes do not matter.',
});

export const DeviceAuthorization = z
  .object({
    deviceCode: z.string().meta({ description: 'The secret that the device polls with.' }),
    userCode: z.string().meta({ description: 'The code that the person types in, or compares.' }),
    verificationUri: addressInAnswer.meta({ description: 'The page where the person types the code in.' }),
    verificationUriComplete: addressInAnswer.meta({ description: 'The same page with the code filled in.' }),
    expiresIn: z.int().min(1).meta({ description: 'Seconds until both codes end.' }),
    interval: z.int().min(1).meta({ description: 'Seconds to wait between two polls.' }),
  })
  .meta({ id: 'DeviceAuthorization', description: 'A device that is waiting for approval (RFC 8628).' });

export const deviceAuthorizationExample: z.input<typeof DeviceAuthorization> = {
  deviceCode: 'mB4kD9sLxEaPfGuViRqYtAhJ2zXv0m3m8rQy5cW1oT7',
  userCode: 'WDJB-MJHT',
  verificationUri: `${portal}/device`,
  verificationUriComplete: `${portal}/device?user_code=WDJB-MJHT`,
  expiresIn: 600,
  interval: 5,
};

export const deviceAuthorizationPoll = z
  .strictObject({
    deviceCode: programText(128).meta({ description: 'The secret that the device was given.' }),
  })
  .meta({ id: 'DeviceAuthorizationPoll', description: 'A poll of a device that is waiting for approval.' });

export const deviceAuthorizationDecision = z
  .strictObject({ userCode, decision: z.enum(['approve', 'deny']) })
  .meta({ id: 'DeviceAuthorizationDecision', description: 'Whether a device is approved.' });

export const DeviceSignedIn = z
  .object({
    token: z.string().meta({ description: 'The bearer of the new session.' }),
    expiresAt: timestamp,
    user: User,
  })
  .meta({ id: 'DeviceSignedIn', description: 'A session of a device that was approved.' });

export const deviceSignedInExample: z.input<typeof DeviceSignedIn> = {
  token: exampleWorld.sessionToken,
  expiresAt: '2026-11-22T09:30:00.000Z',
  user: userExample,
};

/** The device as the person who decides sees it. */
export const WaitingDevice = z
  .object({
    userCode: z.string(),
    ipAddress: z.string().nullable().meta({ description: 'The address it asks from; null if not known.' }),
    userAgent: z.string().nullable().meta({ description: 'The user agent it sends; null if not known.' }),
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({
    id: 'WaitingDevice',
    description: 'A device that is waiting for a decision, as the person who decides sees it.',
  });

export const waitingDeviceExample: z.input<typeof WaitingDevice> = {
  userCode: 'WDJB-MJHT',
  ...device,
  createdAt,
  expiresAt: '2026-11-15T09:40:00.000Z',
};
