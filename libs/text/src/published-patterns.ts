/**
 * Patterns of JSON Schema for the OpenAPI document. The rules themselves are stricter: they also refuse invisible characters, which
 * no portable pattern can describe. The patterns contain only what ECMA-262, Python, Java and .NET read alike.
 */

/** Without control characters and line separators: exactly what `noControlCharacters` accepts. */
export const withoutControlPattern = '^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]*$';

/** What a person types: begins and ends with a visible character, and has no control characters. */
export const personTextPattern =
  '^[^\\x00-\\x20\\x7f-\\xa0]([^\\x00-\\x1f\\x7f-\\x9f]*[^\\x00-\\x20\\x7f-\\xa0])?$';
