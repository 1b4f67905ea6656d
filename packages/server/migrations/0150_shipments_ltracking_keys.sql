-- By what else a carrier's number is found: without separators, in capitals, without its envelope (domain/carrier-number.ts). Null for most.
alter table shipments add ltracking_keys text[];
