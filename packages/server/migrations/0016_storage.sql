-- Bytes of documents by owner (a partner, or `operator`), kept by the statement that adds or removes one, whichever program runs it. `version`
-- counts the changes: an upload is committed only if the bytes in use are still those that it was held against (src/documents/storage.ts).
create table storage (
  id text primary key,
  used bigint not null default 0,
  version int not null default 1
);

create function count_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into storage as s (id, used) values (new.partner_id, new.size)
      on conflict (id) do update set used = s.used + excluded.used, version = s.version + 1;
  else
    update storage set used = used - old.size, version = version + 1 where id = old.partner_id;
  end if;
  return null;
end
$$;

-- From here on nobody adds documents until they are counted. Their images are stored apart from these rows, so a million are read in a second.
create trigger documents_counted after insert or delete on documents for each row execute function count_document();
insert into storage (id, used) select partner_id, sum(size) from documents group by partner_id;

-- Bytes; null: as many as the service gives every partner.
alter table partners add column storage_limit bigint;

-- Documents that a scan names which was recorded without effect: nothing else says that they are kept. `id` is the scan.
create table document_uses (
  id text primary key,
  document_id text not null
);
create index document_uses_document on document_uses (document_id);

-- Documents are looked at once, in the order of their ids.
insert into upkeep_marks (task, done_to) values ('documents', '');

-- 0015 took their places.
drop index shipments_by_status;
drop index shipments_expiring;
