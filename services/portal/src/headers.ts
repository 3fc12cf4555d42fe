import { internal } from '@patchbay/errors/failure';
import { type HeaderPairs, securityHeaders } from '@patchbay/http/security-headers';

/** A URL's host may contain `;` and `,`, which would end a directive or a policy. */
const plainOrigin = /^https?:\/\/[\w.[\]:-]+$/;

/**
 * Allows scripts, styles, fonts and images of this host, calls of the API, and no HTML from strings (Trusted Types). With a nonce it allows
 * the styles too that parts of the console add to the page.
 */
export function contentPolicy(publicUrl: string, nonce?: string): string {
  const { origin } = new URL(publicUrl);
  if (!plainOrigin.test(origin))
    throw internal(`PUBLIC_URL has a host that a content policy cannot name: ${origin}`);
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
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

/** The policy has no wildcard. These are the features that browsers ask people about, or that reveal something about the device. */
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
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** What signs people in with a passkey, and creates one. */
const ownFeatures = ['publickey-credentials-create', 'publickey-credentials-get'];

const featurePolicy = [
  ...refusedFeatures.map((feature) => `${feature}=()`),
  ...ownFeatures.map((feature) => `${feature}=(self)`),
].join(', ');

/** Headers of the page only: the browser connects to the API while it loads the script. */
export const pageHeaders = (publicUrl: string): readonly string[] => [
  'link',
  `<${new URL(publicUrl).origin}>; rel=preconnect`,
];

/** The headers of every answer. */
export const portalHeaders = (publicUrl: string, portalUrl: string): HeaderPairs => [
  ...securityHeaders(new URL(portalUrl).protocol === 'https:', contentPolicy(publicUrl)),
  ['permissions-policy', featurePolicy],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['x-robots-tag', 'noindex'],
];
