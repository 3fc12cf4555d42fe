/**
 * Settings of the sessions of this service. Planning a statement over `entries` takes milliseconds with some tens of partitions, so
 * a prepared statement is planned once per session, for any values (`plan_cache_mode`). Such a plan may be older than the rows of a
 * partition that was empty then: it must not read that partition whole (`enable_seqscan`).
 */
export const sessionSettings = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' };
