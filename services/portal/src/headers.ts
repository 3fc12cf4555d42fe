import { internal } from '@patchbay/errors/failure';
import { type HeaderPairs, securityHeaders } from '@patchbay/http/security-headers';

/** An origin that is one word of a policy: `;` and `,`, which end a directive and a policy, are allowed in the host of a URL. */
const plainOrigin = /^https?:\/\/[\w.[\]:-]+$/;

/** Scripts, styles, fonts and images of this host alone; calls of the API; no HTML from strings of scripts (Trusted Types). */
export function contentPolicy(publicUrl: string): string {
  const { origin } = new URL(publicUrl);
  if (!plainOrigin.test(origin)) throw internal(`PUBLIC_URL has a host that no policy can name: ${origin}`);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    `connect-src ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** There is no way to name all of them: those that browsers ask people about, or that tell something of the device. */
const refusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** The headers of the page alone: the browser connects to the API while it still loads the script. */
export const pageHeaders = (publicUrl: string): readonly string[] => [
  'link',
  `<${new URL(publicUrl).origin}>; rel=preconnect`,
];

/** The headers of every answer. */
export const portalHeaders = (publicUrl: string, portalUrl: string): HeaderPairs => [
  ...securityHeaders(new URL(portalUrl).protocol === 'https:', contentPolicy(publicUrl)),
  ['permissions-policy', refusedFeatures.map((feature) => `${feature}=()`).join(', ')],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['x-robots-tag', 'noindex'],
];
