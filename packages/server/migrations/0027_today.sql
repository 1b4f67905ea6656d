-- What happened in which hour, counted from the feed of each partner and from attempts at webhooks (src/today/count.ts). `what`: the type of
-- an event, two statuses (`sorted>injected`) with `bucket` saying how long the step took, or how a delivery went. What has durations is kept
-- by the day (UTC). `partner_id` is empty in the sums over all partners, so that an operator's numbers cost no more than a partner's.
create table today_counts (
  partner_id text not null,
  hour timestamptz not null,
  what text not null,
  bucket int not null,
  n bigint not null,
  primary key (partner_id, hour, what, bucket)
);

-- How far each partner's feed is counted: the place of the last event, and its time (null: none yet). Written by the statement that counts.
create table today_reached (
  partner_id text primary key,
  xid xid8 not null,
  seq bigint not null,
  at timestamptz
);
