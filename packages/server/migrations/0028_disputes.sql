-- A partner's disputes of one status, newest first; nothing is written for an adjustment that nobody disputes.
create index concurrently adjustments_disputed on adjustments (partner_id, dispute_status, created_at desc, id desc) where dispute_status is not null;
