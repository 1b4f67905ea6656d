-- What is in force after an import and worth knowing, such as origins that lose their price.
alter table imports add column lost_prices jsonb not null default '[]';
