-- Who made a key, when the person of a session left, and since when somebody should decide about a key of such a person. Who made earlier keys
-- is in the audit trail.
alter table api_keys add made_by text, add decide_since timestamptz;
alter table console_sessions add left_at timestamptz;
update api_keys k set made_by = (
  select actor from operator_audit a
   where (a.subject = k.id and a.action = 'key.created')
      or (a.subject = k.partner_id and a.action = 'partner.created' and a.after -> 'key' ->> 'id' = k.id)
   limit 1);
