import { lifetimes } from '@patchbay/platform/lifetimes';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { DeviceAuthorization, deviceAuthorizationExample } from '../../schemas/device-authorization.ts';

export const startDeviceAuthorization = defineOperation({
  id: 'startDeviceAuthorization',
  group: 'auth',
  method: 'POST',
  path: '/v1/auth/device',
  summary: 'Start signing in a device',
  description: `Starts signing in a device without a browser, such as the CLI (RFC 8628): show the person \`userCode\` and \`verificationUri\`, then call \`pollDeviceAuthorization\` every \`interval\` seconds until they have decided. Both codes last ${lifetimes.deviceCodeMinutes} minutes.`,
  credentials: 'none',
  access: { scope: 'public' },
  limits: [{ name: 'deviceStartPerAddress', per: 'address' }],
  answer: {
    status: 200,
    description: 'The device is waiting',
    schema: DeviceAuthorization,
    example: deviceAuthorizationExample,
    links: { getDeviceAuthorization: { userCode: '/userCode' } },
  },
  assistant: never('shows or takes a credential'),
  audit: { none: 'nobody has signed in yet' },
  async handle({ callOptions }, { identity }) {
    const { deviceCode, userCode, verificationUri, verificationUriComplete, expiresIn, interval } =
      await identity.startDeviceAuthorization({}, callOptions);
    return { deviceCode, userCode, verificationUri, verificationUriComplete, expiresIn, interval };
  },
});
