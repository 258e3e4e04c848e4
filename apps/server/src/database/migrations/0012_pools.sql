-- Pools that the server follows, with the volume of each hour and the changes that may still be told again.
create table pools (
  pool text primary key,
  protocol text not null,
  token_a text not null,
  token_b text not null,
  -- Changes of earlier slots are all counted, and no longer stored one by one.
  counted_to_slot bigint not null default 0,
  sequence bigint generated always as identity
);
create table pool_changes (
  signature text not null,
  pool text not null,
  kind text not null,
  position smallint not null,
  slot bigint not null,
  timestamp_seconds bigint not null,
  volume numeric(20, 0) not null,
  fees numeric(20, 0) not null,
  price numeric,
  is_final boolean not null default false,
  primary key (signature, pool, kind, position)
);
create index pool_changes_of_pool on pool_changes (pool, timestamp_seconds);
create index pool_changes_open on pool_changes (slot) where not is_final;
create table pool_hours (
  pool text not null,
  start_seconds bigint not null,
  volume numeric(30, 0) not null,
  fees numeric(30, 0) not null,
  swaps integer not null,
  lowest numeric,
  highest numeric,
  primary key (pool, start_seconds)
);
