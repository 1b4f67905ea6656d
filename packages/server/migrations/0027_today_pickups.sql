-- What is booked for a day, of one partner or of all.
create index concurrently pickups_of_day on pickups (date, partner_id, created_at) where status = 'scheduled';
