import { isLoopback } from '@patchbay/config/public-address';
import { invalid } from '@patchbay/errors/failure';
import { personText } from '@patchbay/text/person-text';

const text = personText(1, 2_048);

const isHttpOnLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && isLoopback(hostname);

function problemsOf(given: string, publicUrl: string): readonly string[] {
  const problems = text.problemsOf(given);
  if (problems.length > 0) return problems;
  const url = URL.parse(given);
  // The parser also takes `https:example.com`, and a backslash for a slash: such addresses do not lead where they seem to.
  if (url === null || !/^https?:\/\/[^\s\\]+$/i.test(given))
    return ['must be an address beginning with https://'];
  const httpAllowed = isHttpOnLoopback(new URL(publicUrl));
  return [
    ...(url.protocol === 'https:' || (httpAllowed && isHttpOnLoopback(url))
      ? []
      : [`must begin with https://${httpAllowed ? ', or with http:// on loopback' : ''}`]),
    ...(url.username === '' && url.password === '' ? [] : ['must not contain a user name or a password']),
  ];
}

/**
 * The address that a browser is sent to after a consent, trimmed. http is for development: only on loopback, and only where the
 * API itself is on http and loopback. Without user name and password, because `https://bank.example@evil.example` leads elsewhere
 * than it seems to.
 */
export function returnUrlOf(given: string, publicUrl: string): string {
  const trimmed = text.normalize(given);
  const problems = problemsOf(trimmed, publicUrl);
  if (problems.length > 0) throw invalid(...problems.map((message) => ({ path: 'returnUrl', message })));
  return trimmed;
}
