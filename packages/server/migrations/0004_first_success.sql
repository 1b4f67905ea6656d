-- How the first attempt of a delivery succeeded, which is how nearly all end, in the delivery's own row: half the cost of a row of
-- delivery_attempts beside it. {"at_ms", "address", "status", "duration_ms", "answer"}, with `at_ms` in virtual unix milliseconds.
alter table deliveries add column first_success json;

-- The log of attempts, wherever they were written. Of one delivery the ids rise in the order of its attempts.
create view attempts as
  select id, delivery_id, attempt, trigger, at, address, status, duration_ms, error_class, error_message, answer, next_attempt_at
    from delivery_attempts
  union all
  select 0, d.id, 1, 'schedule', to_timestamp(f.at_ms / 1000), f.address, f.status, f.duration_ms, null, null, f.answer, null
    from deliveries d
   cross join lateral json_to_record(d.first_success) as f(at_ms float8, address text, status int, duration_ms int, answer text)
   where d.first_success is not null;

-- Ids up to which upkeep has gone through rows that stay.
create table upkeep_marks (
  task text primary key,
  done_to text not null
);
insert into upkeep_marks (task, done_to) values ('first_successes', '');
