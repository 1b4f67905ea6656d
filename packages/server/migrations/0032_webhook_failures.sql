-- The last attempt of a webhook that failed, for who asks why: {"at", "delivery_id", "status", "error_class", "error_message"}.
alter table webhook_queues add column last_failure json;
