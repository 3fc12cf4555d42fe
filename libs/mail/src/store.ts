import type { Queryable } from '@patchbay/database/queryable';

export interface QueuedMail {
  readonly id: string;
  readonly recipient: string;
  readonly purpose: string;
  readonly sealed: string;
  /** Incremented by each claim. `postpone` compares it, so that a worker with an expired lease cannot undo a newer claim. */
  readonly attempts: number;
  readonly traceparent: string | null;
  readonly createdAt: Date;
}

/** The clock of the database, because those of the workers differ. The parameter is in milliseconds. */
const nowPlus = (parameter: string): string => `now() + ${parameter}::float8 * interval '1 millisecond'`;

const claim = {
  name: 'mail_claim',
  text: `with due as (
      select id from mails where failed_at is null and next_attempt_at <= now()
      order by next_attempt_at limit $1 for update skip locked
    )
    update mails set attempts = attempts + 1, next_attempt_at = ${nowPlus('$2')} from due where mails.id = due.id
    returning mails.id, recipient, purpose, sealed, attempts, traceparent, created_at as "createdAt"`,
};

const remove = { name: 'mail_remove', text: 'delete from mails where id = $1' };

const postpone = {
  name: 'mail_postpone',
  text: `update mails set last_error = $3, next_attempt_at = ${nowPlus('$4')},
      failed_at = case when $5 or created_at < now() - $6::float8 * interval '1 millisecond' then now() end
    where id = $1 and attempts = $2
    returning failed_at is not null as failed`,
};

export interface Postponement {
  readonly error: string;
  readonly delayMs: number;
  /** Gives the mail up. */
  readonly final: boolean;
  /** Gives the mail up if it is older. */
  readonly giveUpAfterMs: number;
}

export interface MailStore {
  /** Claims up to `limit` due mails (`for update skip locked`). No other worker claims them until the lease expires. */
  claim(limit: number, leaseMs: number): Promise<QueuedMail[]>;
  remove(mail: QueuedMail): Promise<void>;
  /** True: the mail is given up. False: it is retried, or another worker has claimed it since and the row is unchanged. */
  postpone(mail: QueuedMail, postponement: Postponement): Promise<boolean>;
}

export const createMailStore = (database: Queryable): MailStore => ({
  claim: (limit, leaseMs) => database.query<QueuedMail>(claim, [limit, leaseMs]),
  async remove({ id }) {
    await database.query(remove, [id]);
  },
  async postpone({ id, attempts }, { error, delayMs, final, giveUpAfterMs }) {
    const rows = await database.query<{ failed: boolean }>(postpone, [
      id,
      attempts,
      error,
      delayMs,
      final,
      giveUpAfterMs,
    ]);
    return rows[0]?.failed === true;
  },
});
