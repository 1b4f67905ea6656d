-- Those that 0009 to 0011 replaced, and one that no query ever used. Programs do not name indexes: earlier ones find the new ones as well.
drop index shipments_newest;
drop index shipments_status;
drop index deliveries_newest;
drop index labels_shipment_id_idx;
