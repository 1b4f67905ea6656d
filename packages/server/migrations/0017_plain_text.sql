-- What the columns contain now; rows of earlier builds have packed text in them (commit/unpack.ts).
comment on column events.body is 'The event as JSON, byte for byte as it is sent';
comment on column answers.body is 'The stored answer as JSON, or encrypted after "sealed:"';
comment on column labels.facts is 'What the label shows';
