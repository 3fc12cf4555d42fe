import { createRequire } from 'node:module';
import type { ISocketFactory } from 'kafkajs';

/** A private module of kafkajs, so package.json pins the exact version. */
const factoryOfKafkajs = createRequire(import.meta.url)(
  'kafkajs/src/network/socketFactory',
) as () => ISocketFactory;

const create = factoryOfKafkajs();

/**
 * A socket as kafkajs creates it, which is closed as soon as kafkajs ends it. Without that it stays open until the broker ends it too,
 * and a broker that hangs never does.
 */
export const createSocket: ISocketFactory = (given) => {
  const socket = create(given);
  socket.once('finish', () => void socket.destroy());
  return socket;
};
