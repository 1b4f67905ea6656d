-- Where a carrier's own numbers come from; null: they are random.
alter table carriers add column numbers jsonb;

-- Numbers that are given out once: the block that a process took last begins at "first", and the next one at "next". A series that was used
-- before goes on from where it was.
create table number_series (
  id text primary key,
  first bigint not null,
  next bigint not null
);
