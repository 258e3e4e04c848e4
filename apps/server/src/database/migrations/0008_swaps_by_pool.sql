-- A swap is named by its transaction, its pool and its order there. The old order counted the swaps of all pools together,
-- and differed between a transaction's log and the whole transaction. The followers read the trades again.
delete from trades;
delete from candles;
delete from followed;
alter table trades drop constraint trades_pkey;
alter table trades add column traded_in text not null;
alter table trades add primary key (signature, traded_in, position);
