-- The audit log's filters. Entries that are common are found by walking the log from its end; those that are rare need an
-- index of their own, which costs nothing where a common one is written.
-- squawk-ignore require-concurrent-index-creation -- partial: under a second at a million entries
create index audit_log_rare_action_idx on audit_log (action, created_at desc, id desc)
  where action in ('DELETE', 'READ', 'EVENT', 'FORGET');
-- squawk-ignore require-concurrent-index-creation -- partial: under a second at a million entries
create index audit_log_system_idx on audit_log (created_at desc, id desc) where user_id is null;
