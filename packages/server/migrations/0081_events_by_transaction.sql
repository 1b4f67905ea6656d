-- Events in partitions by the transactions that wrote them, which is the order of the feed. What there is becomes the one partition for all
-- of them, so no row is read or moved; workers give it an end and make the next ones (src/platform/event-partitions.ts). Programs from before
-- read and write as ever.
alter table events rename to events_before;
alter index events_pkey rename to events_before_pkey;
alter index events_feed rename to events_before_feed;
alter index events_feed_type rename to events_before_feed_type;
alter index events_shipment rename to events_before_shipment;

create table events (like events_before including defaults) partition by range (xid);
alter table events alter column seq add generated always as identity;
select setval(pg_get_serial_sequence('events', 'seq'), last_value, is_called) from events_seq_seq;
alter table events_before alter column seq drop identity;
alter sequence events_seq_seq1 rename to events_seq_seq;
create index events_feed on events (partner_id, xid, seq);
create index events_feed_type on events (partner_id, type, xid, seq);
create index events_shipment on events (shipment_id, xid, seq) where shipment_id is not null;
alter table events attach partition events_before for values from (minvalue) to (maxvalue);

-- What a partition has that nothing can be added to any more, as all transactions that could have ended. For who looks for a row by its id.
create table event_partitions (
  name text not null,
  from_xid xid8 not null,
  to_xid xid8 not null,
  first_id text,
  last_id text,
  last_shipment_id text,
  closed_at timestamptz not null,
  constraint event_partitions_pkey primary key (to_xid)
);
