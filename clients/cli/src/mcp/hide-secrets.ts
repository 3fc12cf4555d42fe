/** Fields that are always hidden from assistants. */
const secretName =
  /^(connectUrl|authorizationUrl|key|token|secret|password|deviceCode|userCode)$|(Token|Secret|Password)$/;

const hiddenLink =
  'hidden: whoever has this address may connect the integration. A person reads it with `patchbay integration get <id>`';

/** Patterns of credentials in any text, with their replacements. */
const secretTexts: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // The first 15 characters of an API key may be shown.
  [/\bpby_[\dA-Za-z]{12,}/g, '[hidden API key]'],
  [/\bwhsec_[\w+/=-]{8,}/g, '[hidden secret of a webhook]'],
  // Tokens in answers of advertising systems: in fields, and in the URLs of next pages.
  [/(\b(?:access|refresh|id)_?token\\?["']?\s*[:=]\s*\\?["']?)[\w.~+/|%-]{8,}/gi, '$1[hidden]'],
  [/https?:\/\/[^\s"'<>]+\/connect\/[\w-]{20,}/g, `[${hiddenLink}]`],
];

/** Replaces API keys, secrets of webhooks and connect links in a text. */
export const hideSecrets = (text: string): string =>
  secretTexts.reduce((rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement), text);

/** JSON without the texts of fields that hold secrets, and without API keys and connect links elsewhere. */
export function jsonWithoutSecrets(value: unknown): string {
  const json = JSON.stringify(value, (name, field: unknown) => {
    if (typeof field !== 'string' || !secretName.test(name)) return field;
    return name === 'connectUrl' ? `[${hiddenLink}]` : '[hidden]';
  });
  return hideSecrets(json);
}
