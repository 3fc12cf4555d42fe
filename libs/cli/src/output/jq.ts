import { loadJq } from 'jq-wasm/inline';

export interface Filtered {
  /** Strings as they are, one result a line. */
  readonly text: string;
  /** Why there are no more results. */
  readonly error?: string;
  /** The filter cannot be read. */
  readonly isSyntax?: boolean;
}

/** What jq makes of JSON. Imports nothing of this package: the bundle of it is a file of its own. */
export async function filter(json: string, program: string, isCompact: boolean): Promise<Filtered> {
  const { stdout, stderr, exitCode } = (await loadJq()).raw(json, program, [isCompact ? '-rc' : '-r']);
  const text = stdout === '' || stdout.endsWith('\n') ? stdout : `${stdout}\n`;
  const error = stderr.split('\n')[0]?.replace(/^jq: (error\b:? ?)?/, '');
  return exitCode === 0 ? { text } : { text, error: error ?? '', isSyntax: exitCode === 3 };
}
