import type { Logger } from '@patchbay/telemetry/logger';
import { type logCreator, logLevel } from 'kafkajs';

/**
 * kafkajs reports as errors what it repeats a moment later, such as a coordinator that is still loading. Whatever does
 * not pass reaches us as a rejection or a crash and is logged once, in our words; its own lines are for debugging.
 */
export const kafkaLogCreator =
  (logger: Logger): logCreator =>
  () =>
  ({ namespace, log: { message, timestamp: _timestamp, logger: _logger, ...details } }) =>
    logger.debug({ kafka: { namespace, ...details } }, message);

export const kafkaLogLevel = (logger: Logger): logLevel =>
  logger.isLevelEnabled('debug') ? logLevel.INFO : logLevel.NOTHING;
