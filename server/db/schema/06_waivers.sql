-- Waivers: texts with versions, and signatures that nobody can change (decision record 101).

create table waivers (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(title) between 1 and 100),
  -- The version in force.
  version integer not null check (version >= 1),
  required_for text[] not null
    check (required_for <@ '{camps,classes,lessons,cages}' and array_position(required_for, null) is null),
  -- Nothing is booked without it, or staff are told at check-in.
  binds text not null check (binds in ('booking', 'check-in', 'check-in-required')),
  -- Null: a signature holds until there is a new version.
  holds_months integer check (holds_months between 1 and 120),
  -- A signature is deleted so many years after it was given, and not before: claims can be made for as long.
  kept_years integer not null default 7 check (kept_years between 1 and 30),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table waiver_versions (
  waiver_id uuid not null references waivers (id),
  version integer not null check (version >= 1),
  title text not null check (length(title) between 1 and 100),
  -- Plain text with headings and lists, the facts of the facility filled in: exactly what is read and signed.
  body text not null check (length(body) between 1 and 60000),
  published_by uuid references profiles (id) on delete set null,
  published_at timestamptz not null default now(),
  primary key (waiver_id, version)
);
create index waiver_versions_published_by_idx on waiver_versions (published_by) where published_by is not null;
alter table waivers add constraint waivers_version_fkey
  foreign key (id, version) references waiver_versions (waiver_id, version) deferrable initially deferred;
create index waivers_version_idx on waivers (id, version);

-- A secret with which staff hand over the signing for one person: as a screen, a QR code or a link.
create table waiver_handovers (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique,
  participant_id uuid not null references participants (id) on delete cascade,
  created_by uuid references profiles (id) on delete set null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index waiver_handovers_participant_idx on waiver_handovers (participant_id);
create index waiver_handovers_created_by_idx on waiver_handovers (created_by) where created_by is not null;
create index waiver_handovers_expires_idx on waiver_handovers (expires_at);

create table waiver_signatures (
  id uuid primary key default gen_random_uuid(),
  waiver_id uuid not null,
  version integer not null,
  -- Signed for; null once that person is deleted: what was signed is kept.
  participant_id uuid references participants (id) on delete set null,
  participant_name text not null check (length(participant_name) between 1 and 200),
  -- The account that signed; null where it was handed over, and once the account is deleted.
  signed_by uuid references profiles (id) on delete set null,
  signer_name text not null check (length(signer_name) between 1 and 200),
  relation text not null check (relation in ('self', 'guardian')),
  how text not null check (how in ('typed', 'drawn')),
  -- The path of an SVG of 358 by 160.
  drawing text check (length(drawing) <= 20000 and drawing ~ '^([ML][0-9]{1,3} [0-9]{1,3})+$'),
  -- SHA-256 of the text and all that is said of the signature (server/features/waivers/signatureHash.ts).
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- The network, not the address; and what kind of device.
  address_class text not null check (length(address_class) <= 60),
  device text not null check (length(device) <= 60),
  signed_at timestamptz not null,
  foreign key (waiver_id, version) references waiver_versions (waiver_id, version),
  check ((how = 'drawn') = (drawing is not null))
);
create index waiver_signatures_version_idx on waiver_signatures (waiver_id, version);
create index waiver_signatures_participant_idx on waiver_signatures (participant_id) where participant_id is not null;
create index waiver_signatures_signed_by_idx on waiver_signatures (signed_by) where signed_by is not null;

create function keep_waiver_version() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.published_by is null and to_jsonb(new) - 'published_by' = to_jsonb(old) - 'published_by' then
      return new;
    end if;
  elsif nullif(current_setting('dugout.forgetting_demo', true), '') is not null then
    return old;
  end if;
  raise exception 'The text of a waiver is kept as it is.'
    using errcode = 'check_violation', constraint = 'waiver_versions_kept';
end $$;
comment on function keep_waiver_version() is
  'Keeps what was published: only the name of whoever published it may go, with the account.';
create trigger kept before update or delete on waiver_versions for each row execute function keep_waiver_version();

-- What may change: who is deleted goes from the row, and two records of one person become one.
create function keep_waiver_signature() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.signed_at < now() - make_interval(years => (select kept_years from waivers where id = old.waiver_id)) then
      return old;
    end if;
  elsif to_jsonb(new) - '{participant_id,signed_by}'::text[] = to_jsonb(old) - '{participant_id,signed_by}'::text[]
    and (current_setting('dugout.merging', true) = 'on'
      or ((new.participant_id is null or new.participant_id = old.participant_id)
        and (new.signed_by is null or new.signed_by = old.signed_by)))
  then
    return new;
  end if;
  raise exception 'A signature is kept as it is.'
    using errcode = 'check_violation', constraint = 'waiver_signatures_kept';
end $$;
comment on function keep_waiver_signature() is
  'Keeps a signature: its references go with the accounts, and it goes after the years that its waiver says.';
create trigger kept before update or delete on waiver_signatures for each row execute function keep_waiver_signature();

-- Whether a signature counts at a moment: of the version in force, and not too old.
create function waiver_signature_holds(signature waiver_signatures, waiver waivers, at timestamptz) returns boolean
language sql stable
return signature.version = waiver.version
  and (waiver.holds_months is null or signature.signed_at + make_interval(months => waiver.holds_months) > at);

-- The active waivers that these people have not signed, of one kind of session or of any, and why a signature does not count.
create function waivers_missing(people uuid[], kind text, at timestamptz)
returns table (waiver_id uuid, title text, binds text, participant_id uuid, why text)
language sql stable as $$
  select waiver.id, waiver.title, waiver.binds, person.id,
    coalesce((
      select case when earlier.version = waiver.version then 'expired' else 'new_version' end
      from waiver_signatures earlier
      where earlier.waiver_id = waiver.id and earlier.participant_id = person.id
      order by earlier.version desc, earlier.signed_at desc limit 1
    ), 'never_signed')
  from waivers waiver cross join unnest(people) as person(id)
  where waiver.is_active and (kind is null or kind = any (waiver.required_for)) and cardinality(waiver.required_for) > 0
    and not exists (
      select from waiver_signatures signature
      where signature.waiver_id = waiver.id and signature.participant_id = person.id
        and waiver_signature_holds(signature, waiver, at)
    )
  order by waiver.created_at, waiver.id
$$;

create trigger notify after insert or update on waivers
  for each statement execute function notify_channel('facility_changed');
