-- Prices of DAMM v1 and boop were estimates: they came from accounts that were read at another time than the trade.
-- The followers read the trades again, with the price that the balances after each trade give.
delete from trades;
delete from candles;
delete from followed;
update pool_changes set price = null where pool in (select pool from pools where protocol = 'meteora_damm_v1');
update pool_hours set lowest = null, highest = null where pool in (select pool from pools where protocol = 'meteora_damm_v1');
