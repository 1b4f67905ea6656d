-- People who have not scanned an unknown code for long are removed by their last look-up.
create index concurrently person_misses_age on person_misses (looked_up_at);
