-- The pictures of the home page. Without any, the page shows the ones that come with Dugout.

create table carousel_pictures (
  id uuid primary key default gen_random_uuid(),
  -- The file's name in its folder, without width and ending.
  file text not null unique,
  -- Of the largest file, in pixels.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- What it shows, for those who cannot see it.
  alt text not null check (length(alt) between 1 and 200),
  position integer not null check (position >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger audit after insert or update or delete on carousel_pictures
  for each row execute function audit_row('id');
create trigger touch before update on carousel_pictures
  for each row when (old.updated_at is not distinct from new.updated_at) execute function touch_updated_at();
create trigger notify after insert or update or delete on carousel_pictures
  for each statement execute function notify_channel('facility_changed');
