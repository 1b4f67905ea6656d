create index concurrently sweeps_date on sweeps (partner_id, sweep_date, created_at desc, id desc);
