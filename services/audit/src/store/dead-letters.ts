import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { DeadLetter } from '@patchbay/contracts/patchbay/events/v1/event';
import type { PrismaClient } from '../prisma/generated/client.ts';

export async function insertDeadLetter(prisma: PrismaClient, letter: DeadLetter): Promise<void> {
  const { topic, partition, offset, reason, key, value, failedAt } = letter;
  await prisma.deadLetter.create({
    data: {
      topic,
      partition,
      offset,
      reason,
      key: Buffer.from(key),
      value: Buffer.from(value),
      failedAt: failedAt === undefined ? new Date() : timestampDate(failedAt),
    },
  });
}
