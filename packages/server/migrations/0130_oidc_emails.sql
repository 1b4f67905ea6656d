-- Where people signed in at a provider already, rules on addresses of which it says nothing go on giving access (sign-in/oidc/email-trust.ts).
insert into settings (name, value) select 'oidc_email_rules_of_before', 'true' where exists (select from provider_sessions);
