import type { PrismaTransaction } from '@patchbay/database/prisma';
import type { Prisma } from '../prisma/generated/client.ts';

/** An open transaction. A function that takes one runs all its statements inside it. */
export type Tx = PrismaTransaction<Prisma.TransactionClient>;
