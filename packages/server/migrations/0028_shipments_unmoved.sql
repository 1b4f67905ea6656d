-- For lists of what the network has and what has not moved for a while, longest first, of one stage or of all. None of a parcel that was not
-- handed in or that has ended: creating one writes no entry, and a scan writes one where it writes that of the list by status anyway.
create index concurrently shipments_unmoved on shipments (partner_id, status, updated_at, id)
  where status in ('ready_for_pickup', 'picked_up', 'in_possession', 'at_sort_center', 'sorted', 'injected', 'made_ready', 'in_transit', 'out_for_delivery', 'undeliverable', 'unclaimed');
