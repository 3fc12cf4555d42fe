import { describe, expect, it } from 'vitest';
import { differences } from './facts.ts';
import { factsOfPrismaSchema } from './prisma-schema.ts';

const schema = `
generator client {
  provider = "prisma-client"
}

/// From the least to the most.
enum Role {
  guest
  admin // may do everything

  @@map("role")
}

model Person {
  id      String   @id @db.Uuid
  email   String   @unique
  members Member[]

  @@map("people")
}

/// Somebody of an organization.
model Member {
  organizationId String    @map("organization_id") @db.Uuid
  personId       String    @map("person_id") @db.Uuid
  role           Role      @default(guest)
  nick           String?   @unique(map: "one_nick")
  tags           String[]
  counted        BigInt    @default(autoincrement())
  made           String    @default(uuid())
  leftAt         DateTime? @map("left_at") @db.Timestamptz(3)
  createdAt      DateTime  @default(now()) @map("created_at") @db.Timestamptz(6)
  person         Person    @relation(fields: [personId], references: [id])

  @@id([organizationId, personId])
  @@unique([organizationId, nick])
  @@index([personId, leftAt], map: "members_of_person")
  @@index([leftAt])
  @@map("members")
}
`;

describe('the differences of two schemas', () => {
  const whole = factsOfPrismaSchema(schema);
  const without = (line: string | RegExp) => factsOfPrismaSchema(schema.replace(line, ''));

  it.each<[what: string, line: string | RegExp, said: string[]]>([
    ['column', /  tags .*\n/, ['members: tags: text[] not null']],
    ['index', '@@index([leftAt])', ['members: index members_left_at_idx (left_at)']],
  ])('schemas differ by a %s that is missing on either side', (_, line, said) => {
    expect(differences(whole, without(line)).onlyDeclared).toEqual(said);
    expect(differences(without(line), whole).onlyActual).toEqual(said);
  });
});
