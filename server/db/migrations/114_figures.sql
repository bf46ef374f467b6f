-- What /metrics shows of the database, in one call. Each part reads an index over what is open now; that of payments is
-- bounded by a day. The job queue creates its tables after the first start.
create function operating_figures(at timestamptz) returns jsonb
language plpgsql stable as $$
declare
  jobs jsonb := '[]';
begin
  if to_regclass('pgboss.job') is not null then
    execute $query$
      select coalesce(jsonb_agg(jsonb_build_object('queue', name, 'state', state, 'count', count)), '[]')
      from (select name, state, count(*) from pgboss.job group by name, state) counted
    $query$ into jobs;
  end if;
  return jsonb_build_object(
    'outbox', (
      select jsonb_build_object(
        'queued', count(*), 'oldest', coalesce(extract(epoch from at - min(created_at)), 0)
      )
      from outbox where status = 'queued'
    ),
    'outbox_failed', (
      select count(*) from outbox where created_at > at - interval '1 day' and status = 'failed'
    ),
    'holds', (
      select coalesce(jsonb_object_agg(purpose, count), '{}')
      from (
        select purpose, count(*) from checkout_holds where status = 'held' and expires_at > at group by purpose
      ) counted
    ),
    'payments', (
      select coalesce(jsonb_object_agg(status, count), '{}')
      from (
        select status, count(*) from payment_transactions where created_at > at - interval '1 day' group by status
      ) counted
    ),
    'jobs', jobs
  );
end $$;
