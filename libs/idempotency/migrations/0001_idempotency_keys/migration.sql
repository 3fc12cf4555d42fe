-- The answers to creations that were sent with an Idempotency-Key. `name` and the encryption of `sealed_answer` are derived
-- from the key, which is not stored: the table alone reveals neither keys nor answers.
create table idempotency_keys (
  name bytea primary key,
  sealed_answer bytea not null,
  expires_at timestamptz not null
);
create index idempotency_keys_expired on idempotency_keys (expires_at);
