-- Tenders that were accepted with another number of pieces than they were sent with; nearly none.
create index concurrently tenders_differing on tenders (partner_id, accepted_at) where discrepancy is not null;
