-- The ledger's rows of a closure are replaced cage by cage. Two transactions that freed two cages of one closure replaced all
-- of its rows, each as it saw them: the second found the first one's in its way, and its cage stayed open in the closure.
create or replace function occupy_closure_cage() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from occupancy where closure_id = old.closure_id and cage_id = old.cage_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into occupancy (kind, cage_id, during, closure_id)
    select 'closure', new.cage_id, part.during, new.closure_id from unnest(new.taken) as part (during);
  end if;
  return null;
end $$;
drop function replace_closure_occupancy(uuid);

-- What was left open is taken where it is still free.
do $$
declare
  missed record;
begin
  for missed in
    select k.closure_id, k.cage_id from closure_cages k join closures c on c.id = k.closure_id where c.end_time > now()
  loop
    begin
      update closure_cages set cage_id = cage_id
      where closure_id = missed.closure_id and cage_id = missed.cage_id;
    exception when exclusion_violation then
      null;
    end;
  end loop;
end $$;
