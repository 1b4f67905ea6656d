-- A partner's discrepancies, newest first.
create index concurrently discrepancies_partner on discrepancies (partner_id, created_at desc, id desc);
