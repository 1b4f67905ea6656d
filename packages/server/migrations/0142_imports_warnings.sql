-- What an import applied and somebody should look at, such as a store far from its postal code (docs/operating.md#imports).
alter table imports add column warning_count integer not null default 0, add column warnings jsonb not null default '[]';
