import type { PrismaTransaction } from '@patchbay/database/prisma';
import type { Prisma } from '../prisma/generated/client.ts';

/** This service's open transaction: every function that takes one runs inside it. */
export type Tx = PrismaTransaction<Prisma.TransactionClient>;
