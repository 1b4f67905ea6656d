-- What differs and was not dismissed, by when it was accepted: counted for GET /v2/today from the index alone, and listed.
create index concurrently tenders_to_clear on tenders (partner_id, (discrepancy ->> 'type'), accepted_at desc, id desc) include (discrepancy)
 where discrepancy is not null and dismissal is null;
