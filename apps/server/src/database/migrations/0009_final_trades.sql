-- Trades that a fork may still take back.
alter table trades add column is_final boolean not null default false;
create index trades_open on trades (slot) where not is_final;
