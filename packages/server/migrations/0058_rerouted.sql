-- The carrier that a redirect at a new price gave the parcel to: it is told of it although the parcel has left the network (decision 480).
-- Null: the note is of anything else.
alter table carrier_outbox add column rerouted_to text;
