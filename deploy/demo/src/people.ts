/** Somebody of the story whom one can sign in as. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** What the person does, and where. */
  readonly part: string;
  /** Role in the organization, for people who read the start page. */
  readonly role: 'admin' | 'member' | 'viewer' | 'guest';
  readonly sees: string;
}

export const agency = { name: 'Nordlicht Media', slug: 'nordlicht' } as const;

/** The clients of the agency, each with a workspace of its own. */
export const clients = {
  fjord: { name: 'Fjord & Fell Outdoor', slug: 'fjord-and-fell' },
  cafe: { name: 'Café Morgenrot', slug: 'cafe-morgenrot' },
  museum: { name: 'Hafenmuseum', slug: 'hafenmuseum' },
} as const;

/** The workspace in which whoever tries the demo connects integrations. */
export const playground = { name: 'Playground', slug: 'playground' } as const;

export const people = {
  lena: {
    id: 'lena',
    name: 'Lena Brandt',
    email: 'lena@nordlicht.example',
    part: 'founded the agency',
    role: 'admin',
    sees: 'everything, the audit trail too',
  },
  jonas: {
    id: 'jonas',
    name: 'Jonas Weber',
    email: 'jonas@nordlicht.example',
    part: 'runs operations',
    role: 'admin',
    sees: 'everything, the audit trail too',
  },
  mira: {
    id: 'mira',
    name: 'Mira Yilmaz',
    email: 'mira@nordlicht.example',
    part: 'plans campaigns',
    role: 'member',
    sees: 'every workspace; sets up integrations',
  },
  paula: {
    id: 'paula',
    name: 'Paula Lindqvist',
    email: 'paula@kontor-treuhand.example',
    part: 'keeps the books, at another firm',
    role: 'viewer',
    sees: 'every workspace, and changes nothing',
  },
  ingrid: {
    id: 'ingrid',
    name: 'Ingrid Solberg',
    email: 'ingrid@fjordfell.example',
    part: `marketing at ${clients.fjord.name}`,
    role: 'guest',
    sees: `${clients.fjord.name}, as its admin`,
  },
  bao: {
    id: 'bao',
    name: 'Bao Nguyen',
    email: 'bao@morgenrot.example',
    part: `owner of ${clients.cafe.name}`,
    role: 'guest',
    sees: `${clients.cafe.name}, as a member`,
  },
  greta: {
    id: 'greta',
    name: 'Greta Holm',
    email: 'greta@hafenmuseum.example',
    part: `press officer of the ${clients.museum.name}`,
    role: 'guest',
    sees: `${clients.museum.name}, as a viewer`,
  },
  sam: {
    id: 'sam',
    name: 'Sam Rivera',
    email: 'sam@rivera.example',
    part: 'freelancer for two of the clients',
    role: 'guest',
    sees: `${clients.fjord.name} as a member, ${clients.museum.name} as a viewer`,
  },
} as const satisfies Readonly<Record<string, Person>>;

export const everybody: readonly Person[] = Object.values(people);
