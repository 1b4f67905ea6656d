-- Uploaded documents, such as proofs of delivery, and the objects outside the database that hold bytes of documents and events.

-- Either `content` has the bytes, or `object_id` names the object that has them.
create table documents (
  id text primary key,
  partner_id text not null,
  content_type text not null,
  size int not null,
  content bytea,
  object_id text,
  created_at timestamptz not null
);

-- Documents that are named by a scan that had no effect. Nothing else says that the document is still needed. `id` is the id of the scan.
create table document_uses (
  id text primary key,
  document_id text not null
);
create index document_uses_document on document_uses (document_id);

-- Bytes of documents for each owner (a partner, or `operator`). `version` counts the changes: an upload is committed only if the bytes in use
-- are still those that its limit was checked against.
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
-- A trigger, so that the count is right whichever statement adds or removes a document.
create trigger documents_counted after insert or delete on documents for each row execute function count_document();

-- Objects in a bucket or folder. The row exists before its object, and longer. `version` counts the changes, so that
-- no process starts to use an object that another process is about to remove.
create table objects (
  -- Also the name of the object in the bucket or folder.
  id text primary key,
  -- Hexadecimal.
  sha256 text not null,
  -- Bytes.
  size int not null,
  -- When the object is removed. Null: something needs it.
  remove_after timestamptz,
  -- A process is removing the object until then.
  claimed_until timestamptz,
  version int not null default 1
);
create index objects_loose on objects (remove_after) where remove_after is not null;
