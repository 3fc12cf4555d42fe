import type { Logger } from '@patchbay/telemetry/logger';
import { type logCreator, logLevel } from 'kafkajs';

/**
 * Logs every line of kafkajs at debug level: it logs errors for conditions that it retries by itself, such as a coordinator
 * that is still loading. Lasting errors reach our code as a rejection or a CRASH event and are logged there, once.
 */
export const kafkaLogCreator =
  (logger: Logger): logCreator =>
  () =>
  ({ namespace, log: { message, timestamp: _timestamp, logger: _logger, ...details } }) =>
    logger.debug({ kafka: { namespace, message, ...details } }, 'a line of kafkajs');

export const kafkaLogLevel = (logger: Logger): logLevel =>
  logger.isLevelEnabled('debug') ? logLevel.INFO : logLevel.NOTHING;
