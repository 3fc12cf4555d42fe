import type { Queryable } from '@patchbay/database/queryable';

export interface QueuedMail {
  readonly id: string;
  readonly recipient: string;
  readonly purpose: string;
  readonly sealed: string;
  /** Counted when a mail is claimed, so a worker that claims it again tells the one before it that it came too late. */
  readonly attempts: number;
  readonly traceparent: string | null;
  readonly createdAt: Date;
}

/** The database's clock throughout: those of several workers differ. Times in milliseconds. */
const later = (parameter: string): string => `now() + ${parameter}::float8 * interval '1 millisecond'`;

const claim = {
  name: 'mail_claim',
  text: `with due as (
      select id from mails where failed_at is null and next_attempt_at <= now()
      order by next_attempt_at limit $1 for update skip locked
    )
    update mails set attempts = attempts + 1, next_attempt_at = ${later('$2')} from due where mails.id = due.id
    returning mails.id, recipient, purpose, sealed, attempts, traceparent, created_at as "createdAt"`,
};

const remove = { name: 'mail_remove', text: 'delete from mails where id = $1' };

const postpone = {
  name: 'mail_postpone',
  text: `update mails set last_error = $3, next_attempt_at = ${later('$4')},
      failed_at = case when $5 or created_at < now() - $6::float8 * interval '1 millisecond' then now() end
    where id = $1 and attempts = $2
    returning failed_at is not null as failed`,
};

export interface Postponement {
  readonly error: string;
  readonly delayMs: number;
  /** No further attempt. */
  readonly final: boolean;
  /** No further attempt for a mail that is older. */
  readonly giveUpAfterMs: number;
}

export interface MailStore {
  /** Takes up to `limit` mails that are due. Until the lease has run out nobody else takes them. */
  claim(limit: number, leaseMs: number): Promise<QueuedMail[]>;
  remove(mail: QueuedMail): Promise<void>;
  /** Whether the mail is given up; it stays as it is if somebody else has claimed it since. */
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
