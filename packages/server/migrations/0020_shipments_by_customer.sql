-- For lists of one customer's shipments. As with orders, the partner's own word comes first: an operator may not know whose it is.
create index concurrently shipments_customer on shipments (customer, partner_id, created_at desc, id desc) where customer is not null;
