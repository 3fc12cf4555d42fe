import type { KeyLevel } from '@patchbay/access/caller';

/** On every answer to a rotated key in its grace window, problems included. */
export const retirementHeaders = {
  Deprecation: 'Only where the API key was rotated: `@` and the Unix time of the rotation (RFC 9745).',
  Sunset: 'Only where the API key was rotated: when it stops working, as an HTTP date (RFC 8594).',
};

export const acceptedKeys = (levels: readonly KeyLevel[]): string =>
  `API keys: ${levels.map((level) => `\`${level}\``).join(', ')}.`;
