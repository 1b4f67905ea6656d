-- What is declared of the shipments that a return link makes (docs/guide/customs.md), as the partner gave it.
alter table return_links add column customs jsonb;
