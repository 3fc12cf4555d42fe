-- Tells the sign-ups of one address apart: a newer one has another id.
alter table parked_sign_ups add column id uuid not null default gen_random_uuid();
alter table parked_sign_ups alter column id drop default;
