-- The carriers that the parcel was with when an operator matched the scan with it: the match ends once another one has the parcel.
alter table carrier_scans add column was_with text[];
