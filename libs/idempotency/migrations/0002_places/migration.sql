-- A digest of the ids of organization and workspace for which the answer was made: their slugs, by which the path of the request names them,
-- can be given to others. Null: about neither, or kept by a process of the version before; such an answer is given for any.
alter table idempotency_keys add column place text;
