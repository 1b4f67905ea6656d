/** SQL: the shipments that have one of these keys (`core/src/carrier-number.ts`), as a table `alias`. */
export const withKeys = (keys: string, alias: string): string =>
  `(select s.* from shipments_with_keys(${keys}) k(id) cross join lateral (select * from shipments where id = k.id limit 1) s) ${alias}`
