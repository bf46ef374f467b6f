-- Pictures of the home page are stored as AVIF too; those that were uploaded before are not.
alter table carousel_pictures add column has_avif boolean not null default false;
