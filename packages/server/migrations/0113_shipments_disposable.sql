-- For 0114: what is unclaimed by when it may be disposed of, in place of shipments_unclaimed, which has it by when it was created.
create index concurrently shipments_disposable on shipments (partner_id, dispose_after, id) where status = 'unclaimed';
