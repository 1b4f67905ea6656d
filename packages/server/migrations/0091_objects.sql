-- What this service has put into a bucket or a folder: the bytes of documents, if they are not in their rows (src/platform/objects.ts). A row is
-- there before its object is, and for longer. `remove_after`: nothing needs the object, so it goes then; null: something does. `version`
-- counts the changes, so that nobody begins to need what another process is about to remove.
create table objects (
  -- Also the name in the bucket or folder.
  id text primary key,
  -- Hexadecimal.
  sha256 text not null,
  -- Bytes.
  size int not null,
  remove_after timestamptz,
  -- Until then a process is removing it.
  claimed_until timestamptz,
  version int not null default 1
);
create index objects_loose on objects (remove_after) where remove_after is not null;

-- One of the two is there. Programs from before write `content` and cannot show a document that is elsewhere.
alter table documents alter column content drop not null, add column object_id text;
