-- For 0107: those that differ by what they are and when they were accepted, in place of tenders_differing, which does not say what they are.
create index concurrently tenders_differing_accepted on tenders (partner_id, (discrepancy ->> 'type'), accepted_at desc, id desc)
 where discrepancy is not null;
