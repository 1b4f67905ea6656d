-- For 0116: what is counted of those that differ is read from the index alone, which needs all of what says the type.
create index concurrently tenders_differing on tenders (partner_id, (discrepancy ->> 'type'), accepted_at desc, id desc) include (discrepancy)
 where discrepancy is not null;
