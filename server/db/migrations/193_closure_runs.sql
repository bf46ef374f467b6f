-- A run cancels what a closure, or shorter hours, have left without a place: it tells the customers and gives back what
-- they paid. Each item is canceled and marked in one transaction, so a run goes on where a crash ended it.

create table closure_runs (
  id uuid primary key default gen_random_uuid(),
  -- Null for hours, and once the closure is deleted.
  closure_id uuid references closures (id) on delete set null,
  cause text not null check (cause in ('closure', 'hours')),
  -- What customers read.
  reason text not null check (length(reason) between 1 and 500),
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index closure_runs_closure_idx on closure_runs (closure_id) where closure_id is not null;
create index closure_runs_created_by_idx on closure_runs (created_by) where created_by is not null;
create index closure_runs_created_idx on closure_runs (created_at desc, id);

create table closure_run_items (
  id uuid primary key default gen_random_uuid(),
  run_id uuid not null references closure_runs (id) on delete cascade,
  kind text not null check (kind in ('booking', 'guest_booking', 'lesson', 'class', 'camp', 'hold')),
  -- No reference: what is deleted meanwhile stays on the list.
  source_id uuid not null,
  -- As it was listed, without a person's name: 'Cage 2'.
  title text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null default 'pending' check (status in ('pending', 'done', 'gone', 'failed', 'skipped')),
  -- Why it failed: a code of the contract, and its sentence.
  code text,
  message text,
  refunded numeric(10, 2) not null default 0 check (refunded >= 0),
  -- Of that, what the desk gives back by hand.
  refunded_at_desk numeric(10, 2) not null default 0 check (refunded_at_desk between 0 and refunded),
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint closure_run_items_once unique (run_id, kind, source_id),
  constraint closure_run_items_failed check ((status = 'failed') = (code is not null))
);
create index closure_run_items_pending_idx on closure_run_items (starts_at, id) where status = 'pending';

create trigger audit after insert or update or delete on closure_runs
  for each row execute function audit_row('id');
create trigger audit after insert or update or delete on closure_run_items
  for each row execute function audit_row('id');
create trigger touch before update on closure_runs
  for each row when (old.updated_at is not distinct from new.updated_at) execute function touch_updated_at();
create trigger touch before update on closure_run_items
  for each row when (old.updated_at is not distinct from new.updated_at) execute function touch_updated_at();
create trigger notify after insert or update or delete on closure_runs
  for each statement execute function notify_channel('closures_changed');
-- Workers wake by what is to be done. What is done is not announced: a run of hundreds would tell every desk each time.
create trigger notify after insert on closure_run_items
  for each statement execute function notify_channel('closures_changed');
create trigger notify_again after update of status on closure_run_items
  for each row when (new.status = 'pending') execute function notify_channel('closures_changed');
