-- What search as you type reads. Workers fill it after the commit (kinds/search/fill.ts), so that a create writes nothing here.

-- One row for each shipment. A search checks every row against the shipment, so an outdated row shows nothing. `partner`: hash of the
-- partner's id. `order_key`, `rma_key`: their letters and digits, in capitals. `keys`: hashes of the words of the shopper's name and e-mail
-- with the partner, and of the last six characters of the tracking number and the barcode.
create table search_shipments (
  shipment_id text primary key,
  partner int not null,
  order_key text collate "C",
  rma_key text collate "C",
  keys int[] not null
);
create index search_shipments_order on search_shipments (partner, order_key) where order_key is not null;
create index search_shipments_rma on search_shipments (partner, rma_key) where rma_key is not null;
-- New entries wait in a list, which every search reads, so it is short.
create index search_shipments_keys on search_shipments using gin (keys) with (fastupdate = on, gin_pending_list_limit = 128);

-- The words of all names and e-mails. Most names consist of known words, so few shipments add a row.
create table search_words (word text collate "C" primary key);

-- How far each partner's feed is read, and its older shipments, newest first. `unread_at`, `unread_id`: the oldest shipment that was read.
-- Null: all were.
create table search_reached (
  partner_id text primary key,
  xid xid8 not null,
  seq bigint not null,
  unread_at timestamptz,
  unread_id text,
  version int not null
);

-- Fragments of words need pg_trgm. Where it cannot be created, a search finds words by their beginning. An operator may create both later.
do $$
begin
  create extension if not exists pg_trgm;
  create index search_words_fragments on search_words using gin (word gin_trgm_ops) with (gin_pending_list_limit = 512);
exception when others then
  raise notice 'search finds names by the beginning of a word only: %', sqlerrm;
end $$;
