-- Which signature of requests a key takes: any, or the one over the whole request alone. Programs from before take theirs from every key.
alter table api_keys add column signature text not null default 'any';
-- By whose rules a webhook's deliveries are signed beside ours: 'standard', or null for ours alone. Programs from before send ours alone.
alter table webhooks add column signing text;
