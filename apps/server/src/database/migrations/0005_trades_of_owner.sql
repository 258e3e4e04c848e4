create index trades_of_owner on trades (pool, owner, slot, sequence);
