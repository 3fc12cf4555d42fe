import { loadJq } from 'jq-wasm/inline';

export interface Filtered {
  /** Raw output: one result per line, strings without quotes. */
  readonly text: string;
  /** The error that ended the results. */
  readonly error?: string;
  /** The error is a syntax error of the filter. */
  readonly isSyntax?: boolean;
}

/** Applies a jq filter to JSON. Imports nothing of this package, because it is bundled as a separate file. */
export async function filter(json: string, program: string, isCompact: boolean): Promise<Filtered> {
  const { stdout, stderr, exitCode } = (await loadJq()).raw(json, program, [isCompact ? '-rc' : '-r']);
  const text = stdout === '' || stdout.endsWith('\n') ? stdout : `${stdout}\n`;
  const error = stderr.split('\n')[0]?.replace(/^jq: (error\b:? ?)?/, '');
  return exitCode === 0 ? { text } : { text, error: error ?? '', isSyntax: exitCode === 3 };
}
