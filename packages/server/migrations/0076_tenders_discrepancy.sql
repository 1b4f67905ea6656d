create index concurrently tenders_discrepancy on tenders (partner_id, (discrepancy ->> 'type'), created_at desc, id desc) where discrepancy is not null;
