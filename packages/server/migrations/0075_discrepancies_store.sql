create index concurrently discrepancies_store on discrepancies (partner_id, store_id, created_at desc, id desc) where store_id is not null;
