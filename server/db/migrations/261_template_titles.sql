-- What staff call a message; null as it comes. Its key, `email_templates.name` and `email_template_versions.template`, stays:
-- code and the outbox refer to it.
alter table email_templates add column title text check (length(title) between 1 and 100);
alter table email_template_versions add column title text check (length(title) between 1 and 100);
