import { redacted } from './redact.ts';
import { currentIds } from './trace-context.ts';

/** What every line of a logger begins with, by the number of its level. */
export interface LineStart {
  /** `{"level":"info"` */
  readonly level: string;
  /** `,"service":"gateway"` */
  readonly bindings: string;
}

/** Without its braces; empty where there are no fields. Fields that are undefined are left out. */
const fieldsOf = (fields: Record<string, unknown>): string => JSON.stringify(redacted(fields)).slice(1, -1);

/**
 * The text of a log line: level, time, bindings, the ids of the active trace and span under the names that OpenTelemetry gives them in
 * JSON (`trace_id`, `span_id`), by which tools lead from a line to its trace, fields and message. The fields are written by one call of
 * `JSON.stringify`: pino writes them one by one, which takes three times as long.
 */
export function lineOf(
  { level, bindings }: LineStart,
  time: string,
  fields: Record<string, unknown>,
  message: string | undefined,
): string {
  const ids = currentIds();
  const trace =
    ids === undefined || fields['trace_id'] !== undefined
      ? ''
      : `,"trace_id":"${ids.traceId}","span_id":"${ids.spanId}"`;
  const text = fieldsOf(fields);
  const end = message === undefined ? '' : `,"msg":${JSON.stringify(message)}`;
  return `${level}${time}${bindings}${trace}${text === '' ? '' : `,${text}`}${end}}\n`;
}
