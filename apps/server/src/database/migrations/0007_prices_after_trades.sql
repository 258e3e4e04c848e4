-- Candles held the prices that traders paid on CPMM, CLMM and DAMM v2, with fees and token taxes in them.
-- The followers read the trades again from the chain, with the price of the pool after each.
drop table trades;
drop table candles;
delete from followed;

create table trades (
  signature text not null,
  position smallint not null,
  sequence bigint not null generated always as identity,
  pool text not null,
  slot bigint not null,
  timestamp_seconds bigint not null,
  side text not null check (side in ('buy', 'sell')),
  lamports numeric(20, 0) not null,
  tokens numeric(20, 0) not null,
  price_numerator numeric(78, 0) not null,
  price_denominator numeric(78, 0) not null,
  owner text,
  primary key (signature, position)
);
create index trades_of_pool on trades (pool, slot, sequence);
create index trades_of_owner on trades (pool, owner, slot, sequence);

create table candles (
  pool text not null,
  interval_seconds integer not null,
  start_seconds bigint not null,
  open_numerator numeric(78, 0) not null,
  open_denominator numeric(78, 0) not null,
  open_slot bigint not null,
  high_numerator numeric(78, 0) not null,
  high_denominator numeric(78, 0) not null,
  low_numerator numeric(78, 0) not null,
  low_denominator numeric(78, 0) not null,
  close_numerator numeric(78, 0) not null,
  close_denominator numeric(78, 0) not null,
  close_slot bigint not null,
  volume_lamports numeric(30, 0) not null,
  buys integer not null,
  sells integer not null,
  primary key (pool, interval_seconds, start_seconds)
);
