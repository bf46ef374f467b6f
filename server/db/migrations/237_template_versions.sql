-- Every saved version of a message's texts: who saved it and when, and any of them can be restored. The highest revision of a
-- template is the one in use; the primary key lets only one of two admins save the next.
create table email_template_versions (
  -- A built-in template's name.
  template text not null check (length(template) between 1 and 100),
  revision integer not null check (revision > 0),
  description text not null,
  subject_template text not null,
  html_template text not null,
  text_template text not null,
  is_active boolean not null,
  -- The built-in texts were restored: the row of `email_templates` went, and these are what it had.
  is_default boolean not null default false,
  saved_by uuid references profiles (id) on delete set null,
  saved_at timestamptz not null default now(),
  primary key (template, revision)
);
create index email_template_versions_saved_by_idx on email_template_versions (saved_by) where saved_by is not null;
create trigger audit after insert or update or delete on email_template_versions
  for each row execute function audit_row('template,revision', 'subject_template', 'html_template', 'text_template');

insert into email_template_versions
  (template, revision, description, subject_template, html_template, text_template, is_active, saved_at)
select name, 1, description, subject_template, html_template, text_template, is_active, updated_at
from email_templates;
