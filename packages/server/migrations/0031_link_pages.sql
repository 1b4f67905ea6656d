-- The page of the console at which a link, and the session that it becomes, begins; null: where its access begins.
alter table console_links add column path text;
alter table console_sessions add column path text;
