-- The shipment that each form of a return link made, by the hash of the form's nonce: links for several shipments only.
alter table return_links add column forms jsonb not null default '{}';
