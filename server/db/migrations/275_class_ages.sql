-- The ages that a class is for, in full years on its first day, as camps have them. Null: no limit. The text in
-- age_group is what people read; only these are checked when somebody registers.
alter table classes
  add column min_age smallint constraint classes_min_age check (min_age between 1 and 99),
  add column max_age smallint constraint classes_max_age check (max_age between 1 and 99 and max_age >= min_age);
